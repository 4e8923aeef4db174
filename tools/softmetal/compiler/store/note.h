/* note.h: lines for whoever wants to know what compiling does: SOFTMETAL_LOG. */
#ifndef SOFTMETAL_NOTE_H
#define SOFTMETAL_NOTE_H

/* One line, which begins with `softmetal: `. */
void sm_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Seconds, from some moment on. */
double sm_note_now(void);
#endif
