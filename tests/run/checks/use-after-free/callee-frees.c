#include <stdio.h>
#include <stdlib.h>

struct job {
    int id;
};

static void finish(struct job *job) {
    printf("job %d done\n", job->id);
    free(job);
}

int main(void) {
    struct job *job = malloc(sizeof *job);
    job->id = 7;
    finish(job);
    return job->id != 7; //~ use-after-free
}
