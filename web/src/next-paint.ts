/** How long is waited for a frame that does not come, as none does where the page is not seen. */
const longestMs = 100;

/** Comes once the browser has painted what was done before: an answer that is there at once does not hold up the press that asked for it. */
export const nextPaint = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, longestMs);
    // A task that a frame asks for runs after that frame is painted.
    requestAnimationFrame(() => setTimeout(done));
  });
