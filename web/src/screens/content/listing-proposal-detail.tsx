import type { ReactNode } from 'react';
import type { ListingProposal } from '../../../../contract/listing-proposals.ts';
import { type ApprovedField, ownListingFields } from '../../../../contract/own-listing-form.ts';
import { Detail } from '../../desk/detail.tsx';
import { listingProposalsDesk as words } from '../../messages/en/listing-proposals-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './content.module.css';
import { ListingProposalState } from './listing-proposal-columns.tsx';
import { type ListingDecision, listingDecisions } from './listing-proposal-sheet.tsx';

interface ListingProposalDetailProps {
  proposal: ListingProposal;
  onAct: (action: ListingDecision) => void;
}

/** What an advertiser submitted: all of a new listing, of others the link and the price beside what they are; and the two decisions. */
export function ListingProposalDetail({ proposal, onAct }: ListingProposalDetailProps) {
  const { columns } = words;
  const { was, image_url, content } = proposal;
  const about: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <ListingProposalState key="state" {...proposal} />],
    [columns.what, words.what(proposal)],
    [columns.advertiser, proposal.organisation.name],
    [words.submittedBy, proposal.proposed_by],
    [words.commission, words.percent(proposal.commission_rate)],
    [columns.submitted, words.moment(proposal.submitted_at)],
    [columns.decided, words.decidedBy(proposal)],
    [words.took, proposal.decided_at && words.spanBetween(proposal.submitted_at, proposal.decided_at)],
    [
      words.picture,
      was && image_url && (
        <img className={styles.picture} src={image_url} alt="" width="360" height="240" loading="lazy" />
      ),
    ],
    ...(['booking_url', 'website_url'] as const).map(
      (field) => [words.linkOf[field], linkOf(proposal, field)] as const,
    ),
    ...(was
      ? []
      : ownListingFields.map((field) => [words.fieldOf(field), words.valueOf(field, content[field])] as const)),
  ];
  return (
    <Detail label={words.detail} title={proposal.name} facts={about.filter(([, value]) => value)}>
      {proposal.is_new && proposal.state === 'submitted' && <RateNotices {...proposal} />}
      {proposal.pictures.length > 0 && <Pictures of={proposal.pictures} />}
      {was && <Beside {...proposal} was={was} />}
      {proposal.state === 'submitted' && (
        <div className={page.actions}>
          {listingDecisions.map((does) => (
            <Button key={does} look="plain" onClick={() => onAct({ does, proposal })}>
              {words.deeds[does]}
            </Button>
          ))}
        </div>
      )}
    </Detail>
  );
}

/** That nobody has looked at the commission rate yet, and what it does not carry. */
const RateNotices = ({ commission_rate, shares_above }: Pick<ListingProposal, 'commission_rate' | 'shares_above'>) => (
  <>
    <Notice tone="warn">{words.rateUnset(commission_rate)}</Notice>
    {shares_above.length > 0 && <Notice tone="warn">{words.sharesAbove(shares_above)}</Notice>}
  </>
);

/** All pictures of a new one, each with what it shows in words, as guests would have them. */
const Pictures = ({ of }: { of: ListingProposal['pictures'] }) => (
  <section aria-label={words.pictures}>
    <h3>{words.pictures}</h3>
    <ol role="list" className={list.rows}>
      {of.map(({ url, words: said }, at) => (
        <li key={url} className={list.row}>
          <div className={list.words}>
            <img
              className={styles.picture}
              src={url}
              alt={words.pictureAt(at + 1)}
              width="360"
              height="240"
              loading="lazy"
            />
            <p>{said ?? words.noWords}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

/** Whether a link that is submitted answers. */
function linkOf(
  { content, links, state, asks_links }: ListingProposal,
  field: 'booking_url' | 'website_url',
): ReactNode {
  if (!content[field] || state !== 'submitted') return null;
  const link = links.find((one) => one.field === field);
  if (!link) return words.notAsked(asks_links);
  return (
    <>
      <StatusBadge look={link.fails ? 'bad' : 'ok'}>{link.fails ? words.fails : words.answers}</StatusBadge>{' '}
      {words.told(link)}
    </>
  );
}

type BesideProps = Pick<ListingProposal, 'content' | 'now' | 'state'> & { was: NonNullable<ListingProposal['was']> };

/** What would be another, beside what it is; of what was decided, beside what it was. */
function Beside({ content, was, now, state }: BesideProps) {
  const isWaiting = state === 'submitted';
  return Object.keys(content).map((field) => {
    const is = now?.[field as ApprovedField];
    const isAnother = isWaiting && ![was[field], content[field]].includes(is);
    const told = [
      ...(isWaiting ? [] : [[words.asItWas, was[field]] as const]),
      ...(isAnother ? [[words.whenSubmitted, was[field]] as const] : []),
      ...(isWaiting ? [[words.asItIs, is] as const] : []),
      [words.proposed, content[field]] as const,
    ];
    return (
      <section key={field} aria-label={words.fieldOf(field)}>
        <h3>{words.fieldOf(field)}</h3>
        {isAnother && <Notice tone="warn">{words.another}</Notice>}
        <dl className={page.facts}>
          {told.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words.valueOf(field, value) ?? words.nothingThere}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
