export const announcerId = 'announcer';
const clearAfterMs = 1_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something to those who listen: a live region takes the words, and gives them up after a moment. */
export function announce(words: string): void {
  // What is behind an open dialog is silent: each dialog has a region of its own.
  const inDialog = document.querySelector('dialog[open] [data-announcer]');
  const region = inDialog ?? document.getElementById(announcerId);
  if (!region) return;
  region.textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = '';
  }, clearAfterMs);
}
