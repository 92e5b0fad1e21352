/** An address with its query, where that asks anything. The `size` of a query is newer than the oldest browsers. */
export function withQuery(path: string, query: URLSearchParams): string {
  const asked = String(query);
  return asked ? `${path}?${asked}` : path;
}
