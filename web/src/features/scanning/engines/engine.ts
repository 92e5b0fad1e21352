/** Something that reads QR codes from pictures. */
export interface Engine {
  readonly name: string;
  /** The text of a code in the picture, or null if none is seen. May consume the picture's memory. */
  decode(image: ImageData): Promise<string | null>;
  /** Gives back what it holds; it reads nothing afterwards. */
  close?(): void;
}

/** An engine that goes over to another for good as soon as the first fails. The scan in which that happens is lost. */
export function withFallback(first: Engine, loadSecond: () => Promise<Engine>): Engine {
  let current = first;
  return {
    get name() {
      return current.name;
    },
    decode: async (image) => {
      if (current !== first) return current.decode(image);
      try {
        return await first.decode(image);
      } catch {
        current = await loadSecond();
        first.close?.();
        return null;
      }
    },
    close: () => current.close?.(),
  };
}
