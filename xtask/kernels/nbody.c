// Planets in motion: structures of doubles; the square root is Newton's, so that both sides compute the same.
#include <stdio.h>

struct body {
    double x, y, z, vx, vy, vz, mass;
};

static double root(double x) {
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 20; i++)
        r = 0.5 * (r + x / r);
    return r;
}

static void advance(struct body *bodies, int n, double dt) {
    for (int i = 0; i < n; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < n; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double d2 = dx * dx + dy * dy + dz * dz;
            double mag = dt / (d2 * root(d2));
            a->vx -= dx * b->mass * mag;
            a->vy -= dy * b->mass * mag;
            a->vz -= dz * b->mass * mag;
            b->vx += dx * a->mass * mag;
            b->vy += dy * a->mass * mag;
            b->vz += dz * a->mass * mag;
        }
    }
    for (int i = 0; i < n; i++) {
        bodies[i].x += dt * bodies[i].vx;
        bodies[i].y += dt * bodies[i].vy;
        bodies[i].z += dt * bodies[i].vz;
    }
}

int main(void) {
    struct body bodies[5] = {
        {0, 0, 0, 0, 0, 0, 39.5},           {4.8, -1.2, -0.1, 0.6, 2.8, -0.02, 0.038}, {8.3, 4.1, -0.4, -1.0, 1.8, 0.008, 0.011},
        {12.9, -15.1, -0.2, 1.1, 0.9, -0.01, 0.0017}, {15.4, -25.9, 0.2, 1.0, 0.6, -0.03, 0.002},
    };
    for (int i = 0; i < 3500; i++)
        advance(bodies, 5, 0.001);
    for (int i = 0; i < 5; i++)
        printf("%.9f %.9f\n", bodies[i].x, bodies[i].y);
    return 0;
}
