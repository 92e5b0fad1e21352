import { type CodeAlertMailWords, codeAlertMails } from './code-alert-mails.ts';
import { type DecisionMailWords, decisionMails } from './decision-mails.ts';
import { toUse } from './permission-words.ts';
import type { Permission } from './permissions.ts';
import type { ReportingFrequency, Untold } from './portal-states.ts';

/** What mails say; `invited` is whom a mail about an invitation makes somebody. */
export interface MailWords extends CodeAlertMailWords, DecisionMailWords {
  signIn: {
    subject: (product: string) => string;
    text: (product: string, link: string) => string;
  };
  /** To whoever asks for a sign-in link of an account that is suspended. */
  suspended: {
    subject: (product: string) => string;
    text: (product: string) => string;
  };
  invitation: {
    subject: (product: string) => string;
    text: (product: string, link: string, organization: string, invited: 'partner' | 'advertiser') => string;
    /** To whom an organisation wants in its team, as what, and with what of it. */
    staffText: (
      product: string,
      link: string,
      organization: string,
      permissions: readonly Permission[],
      standing: 'owner' | 'staff',
    ) => string;
  };
  /** What an administrator found of a missing booking, in their own words. */
  inquiry: {
    subject: string;
    text: (product: string, link: string, experience: string, answer: string) => string;
  };
  /** What a platform's news has made of a traveler's booking. */
  booking: {
    subject: (became: 'confirmed' | 'cancelled', experience: string) => string;
    text: (product: string, link: string, became: 'confirmed' | 'cancelled', facts: BookingFacts) => string;
  };
  /** To both whom an organisation changed hands between: what each became, and who the other one is. */
  handOver: {
    subject: (organization: string) => string;
    text: (
      product: string,
      link: string,
      organization: string,
      became: 'owner' | 'staff' | 'traveler',
      other: string,
    ) => string;
  };
  /** To those of a partner who may read what it earns: the statement of a month that is over. */
  statement: {
    subject: (month: string) => string;
    text: (product: string, link: string, month: string, organization: string, sums: StatementSums) => string;
  };
  /** To those of an advertiser who may read money: the invoice of a month that is over. */
  campaignInvoice: {
    subject: (number: string, month: string) => string;
    text: (product: string, link: string, invoice: MailedInvoice) => string;
  };
  /** To those of a partner who have chosen it: the figures of a week, a month or a quarter that is over. */
  report: {
    subject: (frequency: ReportingFrequency, period: string) => string;
    text: (product: string, frequency: ReportingFrequency, report: Report) => string;
  };
}

/** Figures and money as the language writes them; null is what the reader may not see. */
export interface Report {
  organization: string;
  period: string;
  figures: ReportFigures | null;
  money: ReportMoney | null;
  /** No breakdown tells a figure below it. */
  fewest: string;
  /** Addresses of the screens, and of the page that ends these mails. */
  links: Record<'performance' | 'overview' | 'codes' | 'settings' | 'end', string>;
}

/** As the language writes it, or why it is not told. */
export type MailFigure = { written: string } | { untold: Untold };

export interface ReportFigures {
  /** Nobody scanned, and nothing came of earlier scans. */
  isNothing: boolean;
  scans: string;
  clicks: string;
  bookings: string;
  /** Of bookings that are certain, in dollars. */
  revenue: string | null;
  commission: string | null;
  /** Those with the most scans, each figure as it is told. */
  places: readonly { name: string; scans: MailFigure; bookings: MailFigure }[];
}

/** What is owed now, in dollars: one of `owed` and `askedBack`. */
export interface ReportMoney {
  owed: string | null;
  askedBack: string | null;
  next: { amount: string; day: string } | null;
}

/** Day and time as the language writes them; null where nobody has told. */
export interface BookingFacts {
  experience: string;
  day: string | null;
  time: string | null;
  reference: string | null;
}

/** Month and dollars as the language writes them. */
export type MailedInvoice = Record<'number' | 'month' | 'advertiser' | 'total', string>;

/** Dollars as the language writes them, those that are taken off with their sign. */
export type StatementSums = Record<'opening' | 'earned' | 'clawed_back' | 'paid' | 'closing', string>;

const invitationText = (product: string, link: string, whom: string) =>
  [
    'Aloha,',
    '',
    whom,
    'This link leads to the invitation. It works once, within 7 days, for the address this message was sent to:',
    '',
    link,
    '',
    'If you did not expect it, you can forget this message.',
    '',
    `${product}, trusted since 1974`,
  ].join('\n');

const reportNames: Record<ReportingFrequency, string> = {
  weekly: 'weekly report',
  monthly: 'monthly report',
  quarterly: 'quarterly report',
};

function placesOf(places: ReportFigures['places'], fewest: string, link: string): string[] {
  if (places.length === 0) return [];
  const untold: Record<Untold, string> = { few: `fewer than ${fewest}`, withheld: 'not told' };
  const told = (figure: MailFigure) => ('written' in figure ? figure.written : untold[figure.untold]);
  return [
    'By place:',
    ...places.map(({ name, scans, bookings }) => `${name}: scans ${told(scans)}, bookings ${told(bookings)}`),
    `Of a place no figure below ${fewest} is told, nor of fewer than ${fewest} visitors, nor what would tell such a one.`,
    'Your places in the portal, up to today:',
    link,
    '',
  ];
}

/** The words of mails in English; other languages have theirs in web/src/messages/<language>.ts. */
export const mails: MailWords = {
  signIn: {
    subject: (product) => `Your ${product} sign-in link`,
    text: (product, link) =>
      [
        'Aloha,',
        '',
        `this link signs you in to ${product}. It works once, within 15 minutes:`,
        '',
        link,
        '',
        'If you did not ask for it, you can forget this message: nobody can sign in without it.',
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  suspended: {
    subject: (product) => `Your ${product} account`,
    text: (product) =>
      [
        'Aloha,',
        '',
        `a sign-in link was asked for, but your account at ${product} is suspended: nobody can sign in to it.`,
        `To find out why, or to use it again, please contact the support of ${product}.`,
        '',
        'If you did not ask for it, you can forget this message.',
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  invitation: {
    subject: (product) => `Your invitation to ${product}`,
    text: (product, link, organization, invited) =>
      invitationText(
        product,
        link,
        `${organization} is invited to ${product} as ${invited === 'partner' ? 'a partner' : 'an advertiser'}.`,
      ),
    staffText: (product, link, organization, permissions, standing) =>
      invitationText(
        product,
        link,
        `${organization} invites you to its team at ${product}${standing === 'owner' ? ', as an owner' : ''}. You can then use: ${toUse(permissions)}.`,
      ),
  },
  inquiry: {
    subject: 'About your missing booking',
    text: (product, link, experience, answer) =>
      [
        'Aloha,',
        '',
        `you asked about a booking of ${experience}. Our answer:`,
        '',
        answer,
        '',
        'Your bookings:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  booking: {
    subject: (became, experience) => (became === 'confirmed' ? `Confirmed: ${experience}` : `Cancelled: ${experience}`),
    text: (product, link, became, { experience, day, time, reference }) =>
      [
        'Aloha,',
        '',
        became === 'confirmed' ? 'your booking is confirmed:' : 'your booking has been cancelled:',
        '',
        `Experience: ${experience}`,
        ...(day ? [`Day: ${day}`] : []),
        ...(time ? [`Time: ${time}, Hawaiʻi`] : []),
        ...(reference ? [`Reference: ${reference}`] : []),
        '',
        became === 'confirmed' ? 'Your ticket:' : 'Your bookings:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  statement: {
    subject: (month) => `Your commission statement, ${month}`,
    text: (product, link, month, organization, sums) =>
      [
        'Aloha,',
        '',
        `the commission statement of ${organization} for ${month} is there:`,
        '',
        `Owed when the month began: ${sums.opening}`,
        `Became payable: ${sums.earned}`,
        `Asked back: ${sums.clawed_back}`,
        `Paid out: ${sums.paid}`,
        `Owed when the month ended: ${sums.closing}`,
        '',
        'All amounts in US dollars. It is final: what is set right later stands in the statement of a later month.',
        '',
        'The statement:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  campaignInvoice: {
    subject: (number, month) => `Your invoice ${number}, ${month}`,
    text: (product, link, { number, month, advertiser, total }) =>
      [
        'Aloha,',
        '',
        `invoice ${number} of the campaigns of ${advertiser} in ${month} is there.`,
        '',
        `Total: ${total}, in US dollars.`,
        '',
        'The invoice, campaign by campaign, and the same as PDF and CSV:',
        link,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  report: {
    subject: (frequency, period) => `Your ${reportNames[frequency]}: ${period}`,
    text: (product, frequency, { organization, period, figures, money, fewest, links }) =>
      [
        'Aloha,',
        '',
        `your ${reportNames[frequency]} of ${organization}: ${period}, days of Hawaiʻi.`,
        '',
        ...(figures?.isNothing
          ? [
              'Nobody scanned your QR codes in that time, and nothing was booked by them.',
              'Your QR codes:',
              links.codes,
              '',
            ]
          : figures
            ? [
                `Scans: ${figures.scans}`,
                `Went to a booking page: ${figures.clicks}`,
                `Bookings: ${figures.bookings}`,
                ...(figures.revenue === null ? [] : [`Revenue: ${figures.revenue}`]),
                ...(figures.commission === null ? [] : [`Commission: ${figures.commission}`]),
                'These figures in the portal, up to today:',
                links.performance,
                '',
                ...placesOf(figures.places, fewest, links.performance),
              ]
            : []),
        ...(money
          ? [
              money.askedBack === null
                ? `Owed to you now: ${money.owed}`
                : `Of what was paid, asked back: ${money.askedBack}`,
              money.next
                ? `Becomes payable next: ${money.next.amount} on ${money.next.day}`
                : 'Becomes payable next: nothing yet',
              'Your earnings:',
              links.overview,
              '',
            ]
          : []),
        'End these reports with one press, without signing in:',
        links.end,
        'Have them more or less often, or again:',
        links.settings,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  handOver: {
    subject: (organization) => `${organization} has another owner`,
    text: (product, link, organization, became, other) =>
      [
        'Aloha,',
        '',
        {
          owner: `${other} made you an owner of ${organization}. You invite and change its team, and see what it earns.`,
          staff: `you handed ${organization} over to ${other}, and are one of its staff now.`,
          traveler: `you handed ${organization} over to ${other}, and have left its team.`,
        }[became],
        'Its codes, figures and earnings stay as they are.',
        ...(became === 'traveler' ? [] : ['', 'The team:', link]),
        '',
        `If you did not expect this, please contact the support of ${product}.`,
        '',
        `${product}, trusted since 1974`,
      ].join('\n'),
  },
  ...decisionMails,
  ...codeAlertMails,
};
