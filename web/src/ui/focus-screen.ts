/** Has the screen as a whole take the focus: for a press after which its button is gone, with all that stood around it. */
export const focusScreen = (): void => document.getElementById('main')?.focus({ preventScroll: true });
