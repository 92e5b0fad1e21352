import { useLoaderData } from 'react-router';
import type { Explanation } from '../../../../contract/explanation.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { desk } from '../../messages/en/desk.ts';
import { explainDesk as words } from '../../messages/en/explain-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import styles from './explain.module.css';
import { dueStep, isDue, platformName, type Step, stepsOf } from './explained-steps.ts';

export const loadExplanation = deskLoader(async (api, { request }): Promise<{ explanation: Explanation | null }> => {
  const id = new URL(request.url).searchParams.get('booking');
  return { explanation: id ? await api('GET /api/bookings/{id}/explanation', { params: { id } }) : null };
});

/** One commission, from the scan to the ledger's entries: what a partner can read, and an administrator defend. */
export function ExplainScreen() {
  const { explanation } = useLoaderData<{ explanation: Explanation | null }>();
  return (
    <Loaded empty={!explanation && <EmptyPage />}>
      {explanation && (
        <DeskFrame title={titles.explain} sentence={sentenceOf(explanation)}>
          <section className={page.section} aria-label={explanation.experience}>
            <h2>{explanation.experience}</h2>
            <dl className={`${page.facts} ${styles.facts}`}>
              {factsOf(explanation).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <Timeline of={explanation} />
        </DeskFrame>
      )}
    </Loaded>
  );
}

const EmptyPage = () => (
  <DeskFrame title={titles.explain} sentence={words.none}>
    <EmptyState title={words.none}>{words.noneText}</EmptyState>
  </DeskFrame>
);

/** Where it stands; before that, what payouts have taken of it that is owed no more. */
function sentenceOf(of: Explanation): string {
  const { state, share, paid_out, paid } = of;
  const cents = (amount: number) => Math.round(amount * 100);
  const more = cents(paid_out) - (state === 'payable' ? cents(share) : 0);
  if (more > 0) {
    // What is not paid yet is not paid first.
    const left = Math.min(more, Math.max(0, cents(paid_out) - cents(paid)));
    const isOver = state === 'payable' || state === 'none' || state === 'voided';
    return [
      left > 0 && words.taken.leftIn(left / 100),
      more > left && words.taken.askedBack((more - left) / 100),
      !isOver && standingOf(of),
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (paid_out <= 0) return standingOf(of);
  if (paid_out < share) return words.taken.partly(share, paid_out);
  const waiting = cents(share) - cents(paid);
  if (waiting <= 0) return words.taken.paid(share);
  return paid > 0 ? words.taken.paidInPart(paid, waiting / 100) : words.taken.inPayout(share);
}

function standingOf({ state, status, share, waits_for }: Explanation): string {
  if (waits_for) return words.waiting[waits_for](share);
  return (state === 'pending' && status === 'confirmed' ? words.confirmed : words.sentences[state])(share);
}

const partOf = (amount: number, part: number) => words.partOf(words.dollars(amount), words.percent(part));

function factsOf(of: Explanation): (readonly [label: string, value: string])[] {
  const { amount, share, rate_card: card, transaction_id, platform_pays, platform_rate, margin } = of;
  const { facts } = words;
  const isOwed = of.state !== 'none' && of.state !== 'voided';
  return [
    ...(transaction_id === undefined ? [] : ([[facts.number, transaction_id]] as const)),
    [facts.partner, of.organisation?.name ?? words.nobody],
    [facts.platform, platformName(of.platform)],
    [facts.booking, bookings.statuses[of.status]],
    [facts.amount, of.estimated ? words.estimated(amount) : words.dollars(amount)],
    ...(card
      ? ([
          [facts.share, isOwed ? partOf(share, card.partner_share) : words.dollars(share)],
          [facts.card, words.card(card.id, card.tier, words.dayOf(card.effective_from))],
          [facts.holding, words.daysAfter(card.holding_days)],
        ] as const)
      : []),
    [facts.travel, words.dayOf(of.travel_day)],
    ...(isOwed
      ? ([[facts.payable, (of.state === 'held' ? words.heldUntil : words.dayOf)(of.payable_on)]] as const)
      : []),
    [facts.paid, words.dollars(of.paid_out)],
    ...(platform_pays === undefined || platform_rate === undefined || margin === undefined
      ? []
      : ([
          [facts.pays, of.state === 'none' ? words.dollars(platform_pays) : partOf(platform_pays, platform_rate)],
          [facts.margin, words.dollars(margin)],
        ] as const)),
  ];
}

function Timeline({ of }: { of: Explanation }) {
  return (
    <section className={page.section} aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol role="list" className={list.rows}>
        {stepsOf(of).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
          <TimelineStep key={index} step={step} />
        ))}
        {isDue(of) && <TimelineStep step={dueStep(of)} />}
      </ol>
      <p className={list.note}>{desk.times}</p>
    </section>
  );
}

const TimelineStep = ({ step: { at, title, amount, notes } }: { step: Step }) => (
  <li className={list.row}>
    <div className={list.words}>
      <p className={styles.step}>
        <span className={list.name}>{title}</span>
        {amount !== undefined && <span className={styles.amount}>{words.dollars(amount)}</span>}
      </p>
      {at && (
        <p className={list.note}>
          <time dateTime={at}>{words.moment(at)}</time>
        </p>
      )}
      {notes.map(
        (note) =>
          note && (
            <p key={note} className={list.note}>
              {note}
            </p>
          ),
      )}
    </div>
  </li>
);
