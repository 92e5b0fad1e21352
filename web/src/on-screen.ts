/** What a screen shows, remembered so that an answer that cannot be had takes nothing away. In the browser only: it is one person's. */
export interface OnScreen<T> {
  /** Nothing where the screen has been left. */
  readonly shown: T | undefined;
  /** Notes what is shown from now on; gives the way to forget it, as the effect of a screen does when it is left. */
  hold(shown: T): () => void;
}

/** The memory of one screen. */
export function onScreen<T extends object>(): OnScreen<T> {
  let held: T | undefined;
  return {
    get shown() {
      return held;
    },
    hold(shown) {
      held = shown;
      return () => {
        held = undefined;
      };
    },
  };
}
