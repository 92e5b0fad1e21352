import type { ReactNode } from 'react';
import type { AdminPlaceProposal } from '../../../../contract/place-proposals.ts';
import { Detail } from '../../desk/detail.tsx';
import { proposalsDesk as words } from '../../messages/en/proposals-desk.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import styles from './partners.module.css';
import { ProposalState } from './proposal-columns.tsx';
import { type ProposalAction, proposalDeeds } from './proposal-sheet.tsx';

interface ProposalDetailProps {
  proposal: AdminPlaceProposal;
  onAct: (action: ProposalAction) => void;
}

/** One proposal: what the place would be beside what it is, whose it is, and the two decisions. */
export function ProposalDetail({ proposal, onAct }: ProposalDetailProps) {
  const { columns } = words;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <ProposalState key="state" status={proposal.status} />],
    [columns.partner, proposal.organisation.name],
    [words.proposedBy, proposal.proposed_by],
    [columns.created, words.moment(proposal.created_at)],
    [columns.decided, words.decidedBy(proposal)],
    [words.took, proposal.decided_at && words.spanBetween(proposal.created_at, proposal.decided_at)],
  ];
  return (
    <Detail label={words.detail} title={proposal.place.name} facts={all.filter(([, value]) => value)}>
      <Beside proposal={proposal} />
      {proposal.status === 'pending' && (
        <div className={page.actions}>
          {proposalDeeds.map((does) => (
            <Button key={does} look="plain" onClick={() => onAct({ does, proposal })}>
              {words.deeds[does]}
            </Button>
          ))}
        </div>
      )}
    </Detail>
  );
}

function Beside({
  proposal: { place, name, description, has_picture, picture_url },
}: {
  proposal: AdminPlaceProposal;
}) {
  const picture = (url: string | null, alt: string) =>
    url && <img className={styles.picture} src={url} alt={alt} width="360" height="240" />;
  const proposed = picture(picture_url, words.pictureProposed) ?? (has_picture ? words.pictureGone : null);
  const parts: readonly (readonly [label: string, is: ReactNode, proposed: ReactNode])[] = [
    [words.name, place.name, name],
    [words.description, place.description, description],
    [words.picture, picture(place.image_url, words.pictureNow), proposed],
  ];
  return parts.map(([label, is, proposed]) => (
    <section key={label} className={styles.part} aria-label={label}>
      <h3>{label}</h3>
      <dl className={styles.beside}>
        <div>
          <dt>{words.asItIs}</dt>
          <dd>{is || words.nothingThere}</dd>
        </div>
        <div>
          <dt>{words.proposed}</dt>
          <dd>{proposed ?? words.stays}</dd>
        </div>
      </dl>
    </section>
  ));
}
