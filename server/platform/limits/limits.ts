// Long, because it is all limits with their reasons: one after the other, and little else.

/** One limit: at most `amount` within `seconds` of the first one, for each key. */
export interface Limit {
  /** Calls; or bytes, where the name ends with `-bytes`. */
  amount: number;
  seconds: number;
  /** Whose it is. A visit is a visitor's cookie that this server made; an e-mail address counts without its `+tag`. */
  key:
    | 'person'
    | 'visit'
    | 'device'
    | 'person or visit'
    | 'network'
    | 'area'
    | 'address and asker'
    | 'address and site'
    | 'site'
    | 'campaign and site'
    | 'address'
    | 'source';
  why: string;
  /** A device that has signed in before spends its own share instead: others in its network cannot shut it out. */
  sparesKnownDevices?: true;
  /** Spent by what it limits, which knows whose it is, and not by the call. */
  withWork?: true;
}

const minute = 60;
const hour = 3_600;
const day = 86_400;

/**
 * Every limit there is. An endpoint that names a `limit` spends the row of that name, where the caller has a session, a known
 * device or a visit, then `<name>-daily` where there is one, and `<name>-network`; where that spares known devices, they spend
 * `<name>-device` if there is no row of that name. Those that it `stores` are spent with the bytes it may make us keep. Windows are fixed: each begins with the first
 * one spent after the last has ended. docs/limits.md lists them too (`scripts/limits-table.ts`).
 */
export const limits = {
  // Counted in the visit's own row, by the statement that records the scan.
  'scan-visit': { amount: 120, seconds: minute, key: 'visit', why: 'Nobody opens two codes a second.', withWork: true },
  'scan-device': {
    amount: 120,
    seconds: minute,
    key: 'device',
    why: 'As a visit: what a known device scans instead of its network.',
  },
  'scan-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A hotel lobby behind one address.',
    sparesKnownDevices: true,
  },
  'scan-hour-network': {
    amount: 12_000,
    seconds: hour,
    key: 'network',
    why: 'A cruise ship that lands behind one address. With its visit and its key a scan takes 1.5 kB: 18 MB an hour at most.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'scan-hour-device': {
    amount: 600,
    seconds: hour,
    key: 'device',
    why: 'The same of a known device: a scan every six seconds.',
    withWork: true,
  },
  'scan-bytes': {
    amount: 64_000_000,
    seconds: day,
    key: 'network',
    why: '300 guests with 300 scans each. Beyond it scans are kept without their device, and codes that are not valid are not logged.',
    withWork: true,
  },
  'magic-link': { amount: 60, seconds: minute, key: 'person or visit', why: 'A person corrects a few typing errors.' },
  'magic-link-network': {
    amount: 600,
    seconds: minute,
    key: 'network',
    why: '300 guests ask at the same time, twice.',
    sparesKnownDevices: true,
  },
  'link-asker': {
    amount: 5,
    seconds: 15 * minute,
    key: 'address and asker',
    why: 'Sign-in mails to one address that one device (where it has signed in to the address before) or one network may cause.',
    withWork: true,
  },
  'link-newcomer': {
    amount: 1,
    seconds: hour,
    key: 'address and site',
    why: 'The first ask of a site (an IPv4 address, an IPv6 /48) for an address is not counted among those of link-strangers.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'link-newcomers': {
    amount: 100,
    seconds: hour,
    key: 'address',
    why: 'Such first asks: as many sites it takes to keep an owner from a link on a new device. With link-strangers 120 mails an hour, two a minute.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'link-strangers': {
    amount: 20,
    seconds: hour,
    key: 'address',
    why: 'Sign-in mails to one address that unknown devices may cause beyond the first of each site, so that nobody is mail-bombed.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'link-visit': {
    amount: 10,
    seconds: hour,
    key: 'visit',
    why: 'What one visit may take of link-visitors-network, so that one guest does not use up what is kept for all.',
    withWork: true,
  },
  'link-visitors-network': {
    amount: 300,
    seconds: hour,
    key: 'network',
    why: 'Sign-in mails kept for devices that have scanned a code: each guest of a full hotel one.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'link-network': {
    amount: 300,
    seconds: hour,
    key: 'network',
    why: 'Sign-in mails for all others, and for visits beyond the two above: each guest of a full hotel one.',
    sparesKnownDevices: true,
    withWork: true,
  },
  'sign-in': { amount: 60, seconds: minute, key: 'person or visit', why: 'Links redeemed, sign-ins with Google.' },
  'sign-in-network': {
    amount: 1_000,
    seconds: minute,
    key: 'network',
    why: '300 guests sign in at the same time.',
    sparesKnownDevices: true,
  },
  'sign-in-bytes': {
    amount: 8_000_000,
    seconds: hour,
    key: 'network',
    why: 'Where sign-ins with the identity provider lead back to: 8,000 of the longest. Beyond it they lead to the start.',
    withWork: true,
  },
  'sign-out-device': {
    amount: 60,
    seconds: minute,
    key: 'device',
    why: 'Of the device and not of the person: whoever holds a stolen session keeps its owner from no sign-out.',
  },
  'sign-out-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A full hotel that signs out.',
    sparesKnownDevices: true,
  },
  'new-device': {
    amount: 10,
    seconds: day,
    key: 'person',
    why: 'Devices that one account makes known: each has shares of its own. Signing in goes on without.',
    withWork: true,
  },
  passkey: { amount: 30, seconds: minute, key: 'person or visit', why: 'Each costs a signature check or a challenge.' },
  'passkey-network': {
    amount: 600,
    seconds: minute,
    key: 'network',
    why: 'An office of partners behind one address.',
    sparesKnownDevices: true,
  },
  invitation: { amount: 60, seconds: minute, key: 'person or visit', why: 'Opening a link, or sending invitations.' },
  'invitation-network': {
    amount: 300,
    seconds: minute,
    key: 'network',
    why: 'A fair where many open invitations.',
    sparesKnownDevices: true,
  },
  'invitation-address': {
    amount: 5,
    seconds: day,
    key: 'address',
    why: 'Invitations to one address, whoever sends them: nobody is mail-bombed by an organisation, or by several.',
    withWork: true,
  },
  'invitation-sender': {
    amount: 100,
    seconds: day,
    key: 'person',
    why: 'Mails that somebody may send to addresses of their choice.',
    withWork: true,
  },
  'application-network': {
    amount: 60,
    seconds: hour,
    key: 'network',
    why: 'Calls of the public form, those that are refused as wrong among them.',
  },
  'application-sender': {
    amount: 5,
    seconds: 2 * hour,
    key: 'network',
    why: 'Applications that are taken: an office that applies for some of its houses. A guest behind the address of a hotel shuts it out for two hours at most.',
    withWork: true,
  },
  'application-area': {
    amount: 10,
    seconds: 2 * hour,
    key: 'area',
    why: 'The same of all around it: a mobile network behind some addresses. An administrator reads each.',
    withWork: true,
  },
  'application-address': {
    amount: 3,
    seconds: 2 * hour,
    key: 'address and site',
    why: 'Applications of one address: for some houses, or once more with what was forgotten. Nobody else uses up what is left of its own.',
    withWork: true,
  },
  'application-mail': {
    amount: 1,
    seconds: day,
    key: 'address',
    why: 'Mails that tell an address of an application in its name, which anybody can send. Beyond it none is sent.',
    withWork: true,
  },
  'application-bytes': {
    amount: 1_000_000,
    seconds: 2 * hour,
    key: 'network',
    why: 'Some 100 applications of the largest size.',
  },
  'review-report-network': {
    amount: 30,
    seconds: hour,
    key: 'network',
    why: 'Reviews that readers report: of one review each counts once, and an administrator looks at it.',
  },
  conversion: { amount: 60, seconds: minute, key: 'person or visit', why: 'Booking links followed by one traveler.' },
  'conversion-daily': {
    amount: 200,
    seconds: day,
    key: 'person or visit',
    why: 'Each is a booking that waits for news of it.',
  },
  'conversion-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A full hotel that books.',
    sparesKnownDevices: true,
  },
  change: {
    amount: 60,
    seconds: minute,
    key: 'person',
    why: 'Profiles, booking details, reviews. Each leaves an audit entry, which is never deleted.',
  },
  'change-daily': { amount: 600, seconds: day, key: 'person', why: 'The same: what one person adds to the audit log.' },
  'map-tile-device': {
    amount: 600,
    seconds: minute,
    key: 'device',
    why: 'The same of a known device: ten pictures a second, as a map has that is dragged about.',
  },
  'map-tile-network': {
    amount: 12_000,
    seconds: minute,
    key: 'network',
    why: 'Pictures of the map that this server fetches: a lobby of 300 guests who open it, with 40 pictures each.',
    sparesKnownDevices: true,
  },
  'own-data': {
    amount: 5,
    seconds: hour,
    key: 'person',
    why: 'Files with all that is kept of one person: each reads every table that holds something of theirs.',
  },
  'own-data-network': {
    amount: 60,
    seconds: hour,
    key: 'network',
    why: 'A lobby of guests who look at what is kept of them.',
    sparesKnownDevices: true,
  },
  'print-kit': {
    amount: 30,
    seconds: minute,
    key: 'person',
    why: 'Each draws a file and reads its codes: a second of work for the largest. A desk tries a few, and asks twice for each.',
  },
  'print-kit-network': {
    amount: 120,
    seconds: minute,
    key: 'network',
    why: 'Some desks of one house at the same time.',
    sparesKnownDevices: true,
  },
  'change-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A full hotel that fills in its profiles.',
    sparesKnownDevices: true,
  },
  'report-link-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'Links that end reports by mail. A mail provider follows them for all its readers, from few addresses.',
  },
  'wrong-claim': {
    amount: 10,
    seconds: hour,
    key: 'person',
    why: 'References of bookings claimed that are not theirs, or taken back for another one. Whoever mistypes does so a few times.',
    withWork: true,
  },
  saved: { amount: 240, seconds: minute, key: 'person or visit', why: 'Hearts tapped and notes written.' },
  'saved-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A full hotel that saves places.',
    sparesKnownDevices: true,
  },
  inquiry: { amount: 5, seconds: minute, key: 'person or visit', why: 'Each is a mail to every administrator.' },
  'inquiry-daily': { amount: 20, seconds: day, key: 'person', why: 'More is no search for a booking.', withWork: true },
  'inquiry-network': { amount: 60, seconds: minute, key: 'network', why: 'Each is a mail to every administrator.' },
  recommendations: { amount: 60, seconds: minute, key: 'person or visit', why: 'Each is a costly query.' },
  'recommendations-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A full hotel that looks around.',
    sparesKnownDevices: true,
  },
  events: { amount: 600, seconds: minute, key: 'person or visit', why: 'Calls of up to 100 events.' },
  'events-network': { amount: 3_000, seconds: minute, key: 'network', why: 'A hotel lobby behind one address.' },
  'events-hour-bytes': {
    amount: 8_000_000,
    seconds: hour,
    key: 'network',
    why: 'An eighth of the day, so that one who uses up all takes an hour of events from the others.',
  },
  'events-bytes': {
    amount: 64_000_000,
    seconds: day,
    key: 'network',
    why: '300 guests with 200 kB each: some 400 events.',
  },
  'sponsored-impressions': {
    amount: 3_000,
    seconds: hour,
    key: 'site',
    why: 'Impressions of sponsored cards that are counted, which their advertisers pay for: a thousand guests behind one address who see three each. Those beyond it are kept and not counted.',
    withWork: true,
  },
  'sponsored-campaign-impressions': {
    amount: 3_000,
    seconds: day,
    key: 'campaign and site',
    why: 'Those of one campaign: as many, or half of what is planned for its day where that is less, and none before it is due, so that no site uses up the day of a small plan.',
    withWork: true,
  },
  'sponsored-clicks': {
    amount: 60,
    seconds: minute,
    key: 'site',
    why: 'Clicks of sponsored cards that are counted, which cost their advertisers money: a hotel lobby behind one address. Those beyond it are kept and not counted.',
    withWork: true,
  },
  'sponsored-paid-clicks': {
    amount: 60,
    seconds: day,
    key: 'campaign and site',
    why: 'Clicks of one campaign that its advertiser pays for: as many as are planned for 3,000 impressions, or half of those that are planned for its day where that is less. Whoever scans again and again to use up a budget is stopped here.',
    withWork: true,
  },
  'news-network': {
    amount: 3_000,
    seconds: minute,
    key: 'network',
    why: 'A platform that sends what it held back for an hour. Secrets that are guessed are counted here as well.',
  },
  'news-source': {
    amount: 6_000,
    seconds: minute,
    key: 'source',
    why: 'The same of all servers that know the secret of one source.',
    withWork: true,
  },
  'news-bytes': {
    amount: 256_000_000,
    seconds: day,
    key: 'network',
    why: 'Some 100,000 messages of 2 kB with their rows: a platform that sends all of a season again.',
  },
  upload: { amount: 20, seconds: minute, key: 'person', why: 'The pictures of an experience, one after the other.' },
  'upload-network': {
    amount: 120,
    seconds: minute,
    key: 'network',
    why: 'An office of advertisers behind one address.',
    sparesKnownDevices: true,
  },
  'upload-hour-bytes': {
    amount: 256_000_000,
    seconds: hour,
    key: 'network',
    why: 'A quarter of the day, so that one who uses up all takes an hour of uploads from the others.',
  },
  'upload-bytes': {
    amount: 1_024_000_000,
    seconds: day,
    key: 'network',
    why: 'A hundred files of the largest size. What no feature takes up is kept for a day.',
  },
  'report-network': {
    amount: 60,
    seconds: hour,
    key: 'network',
    why: 'Error reports: a fault shows in the first few.',
  },
  'report-bytes': { amount: 10_000_000, seconds: day, key: 'network', why: '500 error reports of the largest size.' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** A limit by its name, with what only some have. */
export const limitOf = (name: LimitName): Limit => limits[name];
