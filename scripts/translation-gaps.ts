/** Catalogues of those who work with the guide, and of the demo's page of its design: a language may leave them in English. */
export const workCatalogues: readonly string[] = ['invitations', 'design'];

/** Entries that are the same in every language: names, an address, and lines for the console. */
export const sameEverywhere: readonly string[] = [
  'first.session.fetchFailed',
  'bookings.platforms.fareharbor',
  'bookings.platforms.viator',
  'callback.noCode',
  'callback.exchangeFailed',
  'menu.signOutLog',
  'signIn.emailExample',
  'signIn.logRedirect',
];

type Filled = (...values: string[]) => unknown;

// Figures no sentence of ours has; as text they also pass for a name, a count and a year.
const values = ['73', '79', '83', '89'];

/** What an entry says, filled in where it is a function. */
const saidBy = (entry: unknown): string => String(typeof entry === 'function' ? (entry as Filled)(...values) : entry);

const hasLetters = (text: string) => /\p{L}/u.test(text);

/**
 * What is wrong with the translation of a catalogue, as `path.to.entry: why`: an entry that is missing or still English, one
 * that leaves out what is filled in, and entries that there are none of in English.
 * @param path the catalogue's name; entries of `same` may be as in English.
 */
export function findGaps(path: string, source: unknown, translated: unknown, same = sameEverywhere): string[] {
  if (translated === undefined) return [`${path}: is not translated`];
  if (typeof source !== typeof translated) return [`${path}: is of another kind`];
  if (typeof source === 'object' && source !== null) {
    const [ours, theirs] = [source as Record<string, unknown>, translated as Record<string, unknown>];
    const extra = Object.keys(theirs).filter((key) => !(key in ours) && path !== 'refusals');
    return [
      ...Object.keys(ours).flatMap((key) => findGaps(`${path}.${key}`, ours[key], theirs[key], same)),
      ...extra.map((key) => `${path}.${key}: there is none in English`),
    ];
  }
  const [before, after] = [saidBy(source), saidBy(translated)];
  if (typeof source === 'function' && source.length !== (translated as Filled).length)
    return [`${path}: takes other values than in English`];
  const lost = values.filter((value) => before.includes(value) && !after.includes(value));
  if (lost.length > 0) return [`${path}: leaves out what is filled in`];
  const isUntouched =
    before === after && hasLetters(before) && !(typeof source === 'function' && source === translated);
  return isUntouched && !same.includes(path) ? [`${path}: is still English`] : [];
}
