/** What an engine calls an element it has found; it means something to that engine only. */
export type Found = object;

/** What any browser does for a test: the few things that WebDriver, WebDriver BiDi and Playwright have in common. */
export interface Engine {
  goto(address: string): Promise<void>;
  /** Runs a function in the page, with arguments that are JSON, and gives what it returns or its promise brings. */
  run<T>(script: string): Promise<T>;
  /** The element that a script gives; null where it gives none. */
  find(script: string): Promise<Found | null>;
  /** A click as a person's. */
  click(element: Found): Promise<void>;
  /** Types into the element, as a keyboard does. */
  type(element: Found, text: string): Promise<void>;
  /** Closes the tabs that pages have opened. */
  closeOthers(): Promise<void>;
  close(): Promise<void>;
}

/** Begins a browser of its own, with nothing kept. `proxy` is the port of the SOCKS proxy through which it goes to other hosts. */
export type StartEngine = (options: { proxy: number }) => Promise<Engine>;

/** A call of a function in the page, as the text of a script. The function must need nothing from around it. */
export const callOf = <Arguments extends unknown[]>(
  call: (...given: Arguments) => unknown,
  ...given: Arguments
): string => `(${call.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
