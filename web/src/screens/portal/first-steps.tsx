import type { ReactNode } from 'react';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getFirstSteps } from '../../../../contract/first-steps.ts';
import { portalFirstSteps as words } from '../../messages/en/portal-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { usePartnerView } from './partner-view.ts';
import styles from './portal.module.css';

type Steps = Answer<typeof getFirstSteps>;

interface Step {
  isDone: boolean;
  name: string;
  /** What is to be known while it is the next one. */
  note?: string;
  to?: string | undefined;
}

/** A later step that is done has the ones before it behind it, whoever did them. */
function stepsOf({ requested_at, code, printed_at, scanned_at }: Steps): Step[] {
  const codeAt = `/partner-portal/qr-codes${code ? `?open=${encodeURIComponent(code.qr_code_id)}` : ''}`;
  return [
    { isDone: true, name: words.accepted },
    requested_at
      ? { isDone: true, name: words.asked(requested_at) }
      : { isDone: code !== null, name: words.ask, to: '/partner-portal/qr-codes?view=new' },
    {
      isDone: code !== null,
      name: code ? words.codeOf(code.location_name) : words.code,
      ...(requested_at && { note: words.approval }),
    },
    printed_at
      ? { isDone: true, name: words.printed(printed_at) }
      : { isDone: scanned_at !== null, name: words.print, to: codeAt },
    scanned_at
      ? { isDone: true, name: words.scanned(scanned_at) }
      : { isDone: false, name: words.scan, ...(code && { note: words.put }) },
  ];
}

/** Leads whoever was invited to a printed card that was scanned once; what is next has its way there. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const all = stepsOf(steps);
  const next = all.find(({ isDone }) => !isDone);
  const isView = usePartnerView() !== null;
  return (
    <section className={page.section} aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <p className={list.note}>{words.text}</p>
      <ol role="list" className={list.rows}>
        {all.map((step, at) => (
          <li key={step.name} className={list.row} aria-current={step === next ? 'step' : undefined}>
            <Mark>{step.isDone ? <CheckIcon /> : at + 1}</Mark>
            <span className={list.words}>
              <Name step={isView ? { ...step, to: undefined } : step} isNext={step === next} />
            </span>
          </li>
        ))}
      </ol>
      {steps.code?.shown === 0 && <Notice>{words.nothingShown(steps.code.location_name)}</Notice>}
    </section>
  );
}

function Name({ step: { name, note, to, isDone }, isNext }: { step: Step; isNext: boolean }) {
  if (isNext && to)
    return (
      <ButtonLink look="plain" to={to}>
        {name}
      </ButtonLink>
    );
  return (
    <>
      <span className={isNext ? list.name : undefined}>{name}</span>
      {isDone && <VisuallyHidden>. {words.done}</VisuallyHidden>}
      {isNext && note && (
        <>
          <br />
          <span className={list.note}>{note}</span>
        </>
      )}
    </>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <span className={styles.mark} aria-hidden="true">
    {children}
  </span>
);
