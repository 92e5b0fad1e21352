/** Catalogues of those who work with the guide, and of the demo's page of its design: a language may leave them in English. */
export const workCatalogues: readonly string[] = [
  'invitations',
  'design',
  'designForms',
  'embedding',
  'platformBookings',
  'desk',
  'deskForms',
  'auditDesk',
  'securityDesk',
  'healthSamples',
  'usersDesk',
  'faultsDesk',
  'privacyDesk',
  'thirdPartyWords',
  'holdsDesk',
  'reconcileDesk',
  'payoutsDesk',
  'rateCardsDesk',
  'rateChangesDesk',
  'newsDesk',
  'explainDesk',
  'statementDesk',
  'ledgerDesk',
  'workDesk',
  'todayDesk',
  'adminDesk',
  'analyticsDesk',
  'partnersDesk',
  'requestsDesk',
  'proposalsDesk',
  'applicationsDesk',
  'contentDesk',
  'campaignsDesk',
  'campaignTabs',
  'campaignResultsDesk',
  'campaignInvoicesDesk',
  'ownListingsDesk',
  'factChoices',
  'listingProposalsDesk',
  'findDesk',
  'knowledgeDesk',
  'locationsDesk',
  'orphansDesk',
  'batchDesk',
  'partnerView',
  'listingImportDesk',
  'portalDesk',
  'portalCodes',
  'portalEarnings',
  'portalFigures',
  'portalFirstSteps',
  'portalSamples',
  'portalOverview',
  'portalSettings',
  'printKit',
  'ownPlaces',
  'orderedRows',
  'placeListsDesk',
  'listRules',
  'placeProposals',
  'team',
  'longWork',
];

/** Names that are the same in every language. */
const names: readonly string[] = ['FareHarbor', 'Viator'];

/** Entries that are the same in every language: an address, and lines for the console. */
export const sameEverywhere: readonly string[] = [
  'first.session.fetchFailed',
  'bookings.cacheUnavailable',
  'explore.unauthorized',
  'tickets.offlineCode',
  'callback.noCode',
  'callback.exchangeFailed',
  'menu.signOutLog',
  'signIn.emailExample',
  'signIn.logRedirect',
];

type Filled = (...values: string[]) => unknown;

// Figures no sentence of ours has; as text they also pass for a name and a count. Where a day is wanted, days.
const fillings = [
  ['73', '79', '83', '89'],
  ['2073-01-01', '2079-01-01', '2083-01-01', '2089-01-01'],
];

/** What an entry says with these values; nothing where it wants others. */
function saidWith(values: string[], entry: unknown): string | undefined {
  if (typeof entry !== 'function') return String(entry);
  try {
    const said = (entry as Filled)(...values);
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

const hasLetters = (text: string) => /\p{L}/u.test(text);

/** What is empty in English, where what they would word has its words already. */
const ownKeys = ['refusals', 'subcategories', 'first.place.islands', 'map.islands'];

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
    const extra = Object.keys(theirs).filter((key) => !(key in ours) && !ownKeys.includes(path));
    return [
      ...Object.keys(ours).flatMap((key) => findGaps(`${path}.${key}`, ours[key], theirs[key], same)),
      ...extra.map((key) => `${path}.${key}: there is none in English`),
    ];
  }
  if (typeof source === 'function' && source === translated) return [];
  if (typeof source === 'function' && source.length !== (translated as Filled).length)
    return [`${path}: takes other values than in English`];
  const values = fillings.find((some) => saidWith(some, source) !== undefined) ?? [];
  const [before = String(source), after = String(translated)] = [
    saidWith(values, source),
    saidWith(values, translated),
  ];
  const lost = values.filter((value) => before.includes(value) && !after.includes(value));
  if (lost.length > 0) return [`${path}: leaves out what is filled in`];
  const maySame = same.includes(path) || names.includes(before) || !hasLetters(before);
  return before === after && !maySame ? [`${path}: is still English`] : [];
}
