//! title:     Constructors, methods and operators are chosen by the address space of their object, and work on it
//! verifies:  lang.class.constructor lang.class.operator lang.class.method lang.enum
//! requires:  msl 2.0
//! dispatch:  threads 64, threadgroup 64
//! in:        data int[64, 2] = integers(-1000, 1000)
//! inout:     kept int[64, 2] = constant(10)
//! in:        shift int2 = 3, -5
//! out:       result int[64, 2]
//! out:       spaces uint[64, 4]
//! out:       states uint[64, 4]
//! expect:    kept = formula(each(i < 64, c < 2: data[i, c] * 2 + 10 + (c == 0 ? 3 : 0 - 5)))
//! expect:    result = formula(each(i < 64, c < 2: 0 - data[63 - i, c] + (c == 0 ? 4 : 0 - 3)))
//! expect:    spaces = formula(each(i < 64, c < 4: c + 1))
//! expect:    states = formula(each(i < 64, c < 4: c == 0 ? 0 : c == 1 ? 7 : c == 2 ? 8 : 1))
//! mutant:    lang.class.constructor | replace `: x(from.x), y(from.y) {}` with `: x(from.y), y(from.x) {}`
//! mutant:    lang.class.constructor | replace `constant : x(x), y(y + 1) {}` with `constant : x(x), y(y) {}`
//! mutant:    lang.class.operator | replace `kept[i] += place(data[i])` with `kept[i] = place(data[i])`
//! mutant:    lang.class.operator | replace `const threadgroup { return place(-x, -y)` with `const threadgroup { return place(x, y)`
//! mutant:    lang.class.operator | replace `const thread { return place(-x, -y)` with `const thread { return place(x, y)`
//! mutant:    lang.class.method | replace `space() threadgroup const { return 3; }` with `space() threadgroup const { return 4; }`
//! mutant:    lang.class.method | replace `shared[63 - local]` with `shared[local]`
//! mutant:    lang.enum | replace `seen = 7,` with `seen = 6,`

#include <metal_stdlib>
using namespace metal;

enum class state : uchar { fresh, seen = 7, done };
enum { first, second };

struct place {
    int x, y;

    place() = default;
    place(int x, int y) : x(x), y(y) {}
    constexpr place(int x, int y) constant : x(x), y(y + 1) {}
    explicit place(int2 from) : x(from.x), y(from.y) {}

    place operator-() const thread { return place(-x, -y); }
    place operator-() const threadgroup { return place(-x, -y); }
    device place &operator+=(place by) device
    {
        x += by.x;
        y += by.y;
        return *this;
    }
    friend place operator+(place a, place b) { return place(a.x + b.x, a.y + b.y); }
    operator int2() const { return int2(x, y); }

    uint space() const { return 1; }
    uint space() const device { return 2; }
    uint space() threadgroup const { return 3; }
    uint space() const constant { return 4; }
};

constant place fixed(1, 1);

kernel void use(device const int2 *data [[buffer(0)]], device place *kept [[buffer(1)]],
                constant place &shift [[buffer(2)]], device int2 *result [[buffer(3)]],
                device uint4 *spaces [[buffer(4)]], device uint4 *states [[buffer(5)]],
                uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup place shared[64];
    place own(data[i]);
    kept[i] += place(data[i]);
    kept[i] += -own;
    kept[i] += own + own;
    kept[i] += shift;
    shared[local] = own;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const place moved = -shared[63 - local] + fixed + shift;
    result[i] = moved;
    spaces[i] = uint4(own.space(), kept[i].space(), shared[local].space(), shift.space());
    const state all[] = {state::fresh, state::seen, state::done};
    states[i] = uint4(uint(all[i % 3 - i % 3]), uint(all[1]), uint(all[second + 1]), sizeof(state));
}
