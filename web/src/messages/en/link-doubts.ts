import { contentDesk } from './content-desk.ts';

const linkFields = ['booking_url', 'website_url'] as const;
type LinkField = (typeof linkFields)[number];

interface ToldLink {
  field: LinkField;
  answer: string;
  fails: boolean;
  checked_at: string;
}

/** Why it is not known what a link answers. @param asks whether this server asks for links at all */
export const linkNotAsked = (asks: boolean): string =>
  asks ? 'Not asked for yet.' : 'Nobody has tried whether it answers: this server tries no links.';

/** What of the links that are given fails, or is not known yet, each by its label. */
export const linkDoubts = (
  labels: Record<LinkField, string>,
  given: { readonly [field in LinkField]?: unknown },
  links: readonly ToldLink[],
  asks: boolean,
): string[] =>
  linkFields.flatMap((field) => {
    const link = links.find((one) => one.field === field);
    if (!given[field] || (link && !link.fails)) return [];
    return [`${labels[field]}: ${link ? contentDesk.links.answered(link) : linkNotAsked(asks)}`];
  });
