//! title:     Every operator that a class may overload calls its function, with its operands in order
//! verifies:  lang.class.operator
//! requires:  msl 2.0
//! dispatch:  threads 16, threadgroup 16
//! in:        a int[threads] = integers(1, 30)
//! in:        b int[threads] = integers(1, 30)
//! out:       binary int[threads, 20]
//! out:       compound int[threads, 10]
//! out:       unary int[threads, 10]
//! out:       others int[threads, 6]
//! expect:    binary = formula(each(i < threads, k < 20: 10000 * (k + 1) + 100 * a[i] + b[i]))
//! expect:    compound = formula(each(i < threads, k < 10: a[i] + 1000 * (k + 1) * b[i]))
//! expect:    unary = formula(each(i < threads, k < 10: k < 6 ? 1000 * (k + 1) + a[i] : k == 6 ? a[i] + 1 : k == 7 ? a[i] : k == 8 ? a[i] - 1 : a[i]))
//! expect:    others = formula(each(i < threads, k < 6: k == 0 ? 7 : k == 1 ? a[i] + 1 : k == 2 ? 10 * a[i] + b[i] : k == 3 ? a[i] - b[i] : k == 4 ? 3 * a[i] : a[i] + 2))
//! mutant:    lang.class.operator | replace `BINARY(%, 4)` with `BINARY(%, 5)`
//! mutant:    lang.class.operator | replace `BINARY(<=, 13)` with `BINARY(<=, 12)`
//! mutant:    lang.class.operator | replace `COMPOUND(<<=, 6)` with `COMPOUND(<<=, 7)`
//! mutant:    lang.class.operator | replace `UNARY(~, 3)` with `UNARY(~, 2)`
//! mutant:    lang.class.operator | replace `int operator()() const { return 7; }` with `int operator()() const { return 8; }`
//! mutant:    lang.class.operator | replace `? 10 * v + other : 0` with `? 10 * other + v : 0`
//! mutant:    lang.class.operator | replace `number old = *this; v++; return old;` with `v++; return *this;`
//! mutant:    lang.class.operator | replace `return v - index` with `return v + index`

#include <metal_stdlib>
using namespace metal;

struct part {
    int held;
};

struct number {
    int v;
    part inner;

    explicit number(int v) : v(v), inner{3 * v} {}
#define BINARY(op, n) int operator op(number other) const { return 10000 * n + 100 * v + other.v; }
    BINARY(+, 1) BINARY(-, 2) BINARY(*, 3) BINARY(%, 4) BINARY(/, 5) BINARY(&, 6) BINARY(|, 7) BINARY(^, 8)
    BINARY(<<, 9) BINARY(>>, 10) BINARY(<, 11) BINARY(>, 12) BINARY(<=, 13) BINARY(>=, 14) BINARY(==, 15)
    BINARY(!=, 16) BINARY(&&, 17) BINARY(||, 18)
#define COMPOUND(op, n) thread number &operator op(number other) thread { v += 1000 * n * other.v; return *this; }
    COMPOUND(+=, 1) COMPOUND(-=, 2) COMPOUND(*=, 3) COMPOUND(/=, 4) COMPOUND(%=, 5) COMPOUND(<<=, 6) COMPOUND(>>=, 7)
    COMPOUND(&=, 8) COMPOUND(|=, 9) COMPOUND(^=, 10)
#define UNARY(op, n) int operator op() const { return 1000 * n + v; }
    UNARY(+, 1) UNARY(-, 2) UNARY(~, 3) UNARY(!, 4) UNARY(*, 5)
    thread number &operator++() thread { v++; return *this; }
    thread number &operator--() thread { v--; return *this; }
    number operator++(int) thread { number old = *this; v++; return old; }
    number operator--(int) thread { number old = *this; v--; return old; }
    int operator()() const { return 7; }
    int operator()(int more) const { return v + more; }
    int operator()(int ten, int other) const { return ten == 10 ? 10 * v + other : 0; }
    int operator[](int index) const { return v - index; }
    const thread part *operator->() const thread { return &inner; }
    explicit operator int() const { return 6000 + v; }
    explicit operator bool() const { return v > 1000; }
};

// As functions, what stands on the left is of another type.
static int operator+(int x, number y)
{
    return 190000 + 100 * x + y.v;
}

static int operator-(int x, number y)
{
    return 200000 + 100 * x + y.v;
}

static number changed(number x, int k, number y)
{
    switch (k) {
    case 0: x += y; break;
    case 1: x -= y; break;
    case 2: x *= y; break;
    case 3: x /= y; break;
    case 4: x %= y; break;
    case 5: x <<= y; break;
    case 6: x >>= y; break;
    case 7: x &= y; break;
    case 8: x |= y; break;
    default: x ^= y;
    }
    return x;
}

kernel void use(device const int *a [[buffer(0)]], device const int *b [[buffer(1)]], device int *binary [[buffer(2)]],
                device int *compound [[buffer(3)]], device int *unary [[buffer(4)]], device int *others [[buffer(5)]],
                uint i [[thread_position_in_grid]])
{
    const number x(a[i]), y(b[i]);
    const int all[20] = {x + y,  x - y, x * y, x % y,  x / y,  x & y,  x | y,  x ^ y,  x << y,   x >> y,
                         x < y,  x > y, x <= y, x >= y, x == y, x != y, x && y, x || y, a[i] + y, a[i] - y};
    for (int k = 0; k < 20; k++)
        binary[20 * i + k] = all[k];
    for (int k = 0; k < 10; k++)
        compound[10 * i + k] = changed(x, k, y).v;
    number up = x, down = x;
    device int *to = unary + 10 * i;
    to[0] = +x;
    to[1] = -x;
    to[2] = ~x;
    to[3] = !x;
    to[4] = *x;
    to[5] = int(x);
    to[6] = (++up).v;
    to[7] = (up++).v - 1;
    to[8] = (--down).v;
    to[9] = (down--).v + 1;
    device int *rest = others + 6 * i;
    rest[0] = x();
    rest[1] = x(1);
    rest[2] = x(10, b[i]);
    rest[3] = x[b[i]];
    rest[4] = x->held;
    rest[5] = bool(x) ? 0 : up.v;
}
