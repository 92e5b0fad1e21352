const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A catalogue in which every entry that is not translated is the English one. The build calls it, see scripts/web-languages.ts. */
export function withFallback<T>(source: T, translated: unknown): T {
  if (translated === undefined) return source;
  if (!isGroup(source) || !isGroup(translated)) return translated as T;
  const filled = Object.keys(source).map((key) => [key, withFallback(source[key], translated[key])]);
  return { ...source, ...Object.fromEntries(filled) };
}
