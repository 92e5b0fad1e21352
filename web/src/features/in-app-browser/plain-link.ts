/** A click id as our server makes it (server/features/links). */
const clickId = /^[0-9a-hjkmnp-tv-z]{32}$/;

/** A link without the click id that stands for this visitor: what is shared or kept credits nobody's earlier click. */
export function plainLink(link: string): string {
  const url = new URL(link);
  for (const [name, value] of [...url.searchParams]) if (clickId.test(value)) url.searchParams.delete(name);
  return url.href;
}
