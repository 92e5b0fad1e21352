/** The address that a text is, or null where it is none: what `URL.parse` says, which browsers of our floor lack. Never throws. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
