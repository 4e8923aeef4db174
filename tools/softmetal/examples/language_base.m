#import "language.h"

@implementation Base {
    int _base;
    char _odd;
}

- (id)init
{
    self = [super init];
    _base = 1;
    _odd = 'o';
    return self;
}

- (int)base
{
    return _odd == 'o' ? _base : -1;
}

- (int)set:(int)value
{
    return _base = value;
}
@end
