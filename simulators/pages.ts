import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../server/platform/http/html.ts';
import type { Books, Sale } from './books.ts';
import { dollars } from './news.ts';
import { addressOf, type PlatformName, platformNamed, platforms, type SimulatedPlatform } from './platforms.ts';
import { isOpen, isTold, type Offer, priceOf } from './sales.ts';
import { commissionOf, monthsOf, owed } from './statements.ts';
import { isTaken } from './webhooks.ts';

export const style = readFileSync(join(import.meta.dirname, 'pages.css'), 'utf8');

/** Where the guide is, and what it is called. */
export interface Guide {
  productName: string;
  publicUrl: string;
}

/** A whole page, which says first that it is none of whose name it bears. */
function page(title: string, inPlaceOf: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} (simulated)</title><style>${style}</style></head><body>
<header class="simulated"><strong>Simulated.</strong> This page stands in for ${escapeHtml(inPlaceOf)} in the demo. Nothing is booked, nobody is paid, and nothing leaves this machine.</header>
<main>${body}</main></body></html>`;
}

/** What was typed into the form, and what is wrong with it, by the names of its fields. */
export interface Typed {
  values: Record<string, string>;
  wrong: Record<string, string>;
}

const times = ['08:30', '13:00', '17:00'];
export const mostGuests = 12;

export interface BookingForm {
  platform: SimulatedPlatform;
  offer: Offer;
  /** Where the form is sent. */
  action: string;
  /** The first and the last day that can be booked. */
  days: { first: string; last: string };
  /** Whether a link of the guide's led here. */
  isTold: boolean;
  typed: Typed;
}

/** Of those that tell of a booking themselves: what makes a traveler's word believed where the news names no link. */
const claims: Partial<Record<PlatformName, string>> = {
  fareharbor:
    'The guide then knows whose booking it is once its traveler, whose address stands above, has said “I booked this”.',
  viator:
    'The guide then knows whose booking it is only where its traveler has said “I booked this” before the feed is read: Viator tells no address. Else a person decides.',
};

/** The page that a booking link leads to. */
export function bookingPage({ platform, offer, action, days, isTold, typed }: BookingForm, guide: Guide): string {
  const { cents } = priceOf(offer, 1);
  const withTax = platform.tax > 0 ? ' with tax' : '';
  const field = (name: string, label: string, attributes: string) => fieldOf(typed, name, label, attributes);
  const choice = times.map((time) => `<option${time === typed.values.time ? ' selected' : ''}>${time}</option>`);
  const claim = claims[platform.name];
  const silence = claim
    ? `<label class="choice"><input type="checkbox" name="silent"${typed.values.silent ? ' checked' : ''}> <span>Leave the link’s
reference out of the news. ${claim}</span></label>`
    : '';
  const led = isTold
    ? `A link of ${escapeHtml(guide.productName)} has led here. ${escapeHtml(platform.tells)}`
    : `No link of ${escapeHtml(guide.productName)} has led here: it is told nothing of what is booked.`;
  return page(
    offer.title,
    platform.title,
    `<p class="of">${escapeHtml(new URL(offer.link).hostname)}</p><h1>${escapeHtml(offer.title)}</h1>
<p>$${dollars(cents)} for each guest${withTax}.</p>${summaryOf(typed)}
<form method="post" action="${escapeHtml(action)}" novalidate>
${field('day', 'Date', `type="date" min="${days.first}" max="${days.last}" required`)}
<label>Time<select name="time">${choice.join('')}</select></label>
${field('guests', 'Guests', `type="number" inputmode="numeric" min="1" max="${mostGuests}" required`)}
${field('name', 'Name', 'autocomplete="name" maxlength="100" required')}
${field('email', 'Email', 'type="email" autocomplete="email" maxlength="200" required')}
${silence}<button>Book, and pay nothing</button></form><p>${led}</p>`,
  );
}

function fieldOf({ values, wrong }: Typed, name: string, label: string, attributes: string): string {
  const problem = wrong[name];
  const said = problem ? ` aria-invalid="true" aria-describedby="${name}-wrong"` : '';
  return `<div><label>${label}<input name="${name}" value="${escapeHtml(values[name] ?? '')}" ${attributes}${said}></label>
${problem ? `<p class="wrong" id="${name}-wrong">${escapeHtml(problem)}</p>` : ''}</div>`;
}

const summaryOf = ({ wrong }: Typed) =>
  Object.keys(wrong).length > 0
    ? '<p class="wrong" role="alert">Something is missing or wrong, as said below.</p>'
    : '';

const words = { booked: 'Booked', cancelled: 'Cancelled', rebooked: 'Moved to another day' };

/** The page of a booking: what it is, what can be done with it, and what the guide was told. */
export function salePage(books: Books, sale: Sale, now: Date, days: BookingForm['days'], guide: Guide): string {
  const platform = platformNamed(sale.platform);
  const action = escapeHtml(addressOf(sale));
  const next = sale.rebookedTo ? books.sale(sale.rebookedTo) : undefined;
  const facts = [
    ['Reference', sale.reference],
    ['State', words[sale.status]],
    ['Date', `${sale.day}, ${sale.time} in Hawaiʻi`],
    ['Guests', String(sale.guests)],
    ['Price', `$${dollars(sale.cents)}, of which nothing is paid`],
    ['Name', `${sale.name}, ${sale.email}`],
  ];
  const change = `<h2>Change it</h2><form method="post" action="${action}"><input type="hidden" name="do" value="move">
<label>Another date<input type="date" name="day" value="${sale.day}" min="${days.first}" max="${days.last}" required></label>
<button class="plain">Move it</button></form>
<form method="post" action="${action}"><input type="hidden" name="do" value="cancel"><button class="plain">Cancel the booking</button></form>`;
  const moved = next
    ? `<p><a class="way" href="${escapeHtml(addressOf(next))}">The booking that it is now: ${next.reference}</a></p>`
    : '';
  return page(
    `${words[sale.status]}: ${sale.title}`,
    platform.title,
    `<p class="of">${escapeHtml(sale.host)}</p><h1>${words[sale.status]}: ${escapeHtml(sale.title)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value!)}</dd>`).join('')}</dl>${moved}
<p><a class="way" href="${escapeHtml(guide.publicUrl)}/bookings">Back to ${escapeHtml(guide.productName)}</a></p>
${isOpen(sale, now) ? change : ''}<h2>What ${escapeHtml(guide.productName)} is told</h2>${toldOf(books, sale, platform)}`,
  );
}

function toldOf(books: Books, sale: Sale, platform: SimulatedPlatform): string {
  if (!isTold(sale)) return '<p>Nothing: no link of it led here.</p>';
  const told = books.toldOf(sale.id);
  const isNewest = told?.change === sale.change;
  const month = sale.day.slice(0, 7);
  const statement = `<p><a href="${statementAddress(sale.platform, month)}">The statement of ${month}</a> has it too.</p>`;
  if (platform.name === 'getyourguide' || platform.name === 'operator') return `<p>${platform.tells}</p>${statement}`;
  if (!told || !isNewest)
    return `<p>${platform.tells} That is still to come: this page says so when it is loaded again.</p>${statement}`;
  const at = told.at.slice(11, 19);
  const how = isTaken(told.status)
    ? `It was told of this at ${at} UTC.`
    : `It was told of this at ${at} UTC and ${told.status ? `answered ${told.status}` : 'did not answer'}; that is tried again.`;
  return `<p>${how}</p>${statement}`;
}

const statementAddress = (platform: string, month: string) => `/statements/${platform}-${month}.csv`;

/** What the platforms have sold by links of the guide, by month, with the statements of it. */
export function booksPage(books: Books, guide: Guide): string {
  const told = books.sales.filter(isTold);
  const parts = platforms.flatMap((platform) => {
    const sales = told.filter((sale) => sale.platform === platform.name);
    return monthsOf(sales).map((month) =>
      monthOf(
        platform,
        month,
        sales.filter(({ day }) => day.startsWith(month)),
      ),
    );
  });
  return page(
    'Booking platforms',
    'the booking platforms',
    `<h1>Booking platforms</h1><p>Booking links of <a href="${escapeHtml(guide.publicUrl)}">${escapeHtml(guide.productName)}</a> lead to pages of
this server. These are the platforms’ own books, by the month of travel; cancelled bookings are owed nothing.</p>
${parts.join('') || `<p>Nothing is booked yet: follow a “Book Now” of ${escapeHtml(guide.productName)}.</p>`}`,
  );
}

function monthOf({ name, title }: SimulatedPlatform, month: string, sales: readonly Sale[]): string {
  const sum = (each: (sale: Sale) => number) => dollars(sales.reduce((so, sale) => so + each(sale), 0));
  const standing = sales.filter(({ status }) => status === 'booked').length;
  const heading = `${title.replace(/^./, (letter) => letter.toUpperCase())}, ${month}`;
  return `<h2>${escapeHtml(heading)}</h2><dl><dt>Bookings that stand</dt><dd>${standing} of ${sales.length}</dd>
<dt>Sold</dt><dd>$${sum(owed)}</dd><dt>Commission</dt><dd>$${sum(commissionOf)}</dd></dl>
<a class="way" href="${statementAddress(name, month)}">Statement of ${escapeHtml(heading)}</a>`;
}

/** A page that is none of theirs. */
export const missingPage = (guide: Guide, said: string): string =>
  page(
    said,
    'a booking platform',
    `<h1>${escapeHtml(said)}</h1><p><a class="way" href="${escapeHtml(guide.publicUrl)}">Back to ${escapeHtml(guide.productName)}</a></p>`,
  );
