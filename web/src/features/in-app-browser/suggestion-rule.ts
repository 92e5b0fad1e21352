const leastTimeMs = 60_000;
const leastInteractions = 5;
export const suggestionDelayMs = 2_000;

/**
 * When to suggest something while a booking page is open: once, 2 s after more than 60 s have passed and there were more than
 * 5 interactions. An embedded page tells nothing of what is done in it, so an interaction is a tap on our own bars or the
 * focus entering the page.
 */
export function watchForSuggestion(onDue: () => void): { interact(): void; stop(): void } {
  const opened = Date.now();
  let interactions = 0;
  let isDue = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const check = () => {
    if (isDue || Date.now() - opened <= leastTimeMs || interactions <= leastInteractions) return;
    isDue = true;
    timers.push(setTimeout(onDue, suggestionDelayMs));
  };
  timers.push(setTimeout(check, leastTimeMs + 1));
  return {
    interact() {
      interactions += 1;
      check();
    },
    stop: () => timers.forEach(clearTimeout),
  };
}

/**
 * When to suggest something after a booking page that was opened outside, where nothing can be observed: once, 2 s after a
 * return to the guide more than 60 s later. Gives the way to stop.
 */
export function watchForReturn(opened: number, onDue: () => void): () => void {
  let isAway = document.visibilityState === 'hidden';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      isAway = true;
    } else if (isAway && !timer && Date.now() - opened > leastTimeMs) {
      timer = setTimeout(onDue, suggestionDelayMs);
    }
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
  };
}
