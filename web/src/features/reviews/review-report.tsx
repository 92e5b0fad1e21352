import { useEffect, useRef, useState } from 'react';
import { mostReportNote, type ReportReason, reportReasons } from '../../../../contract/review-reports.ts';
import { reviews as words } from '../../messages/en/reviews.ts';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSubmit } from '../../use-submit.ts';

/** What has the focus as each step begins. */
const focusOf = { closed: 'button', open: 'select', sent: '[data-said]' } as const;

/** The quiet way to say that something is wrong with a review, and its form once it is taken. */
export function ReviewReport({ id, author }: { id: string; author: string }) {
  const [step, setStep] = useState<keyof typeof focusOf>('closed');
  const report = useSubmit({
    send: ({ text }: Filled, api) =>
      api('POST /api/reviews/{id}/report', {
        params: { id },
        body: { reason: text('reason') as ReportReason, note: text('note') || null },
      }),
    done: () => setStep('sent'),
  });
  const box = useRef<HTMLDivElement>(null);
  const begun = useRef(step);
  useEffect(() => {
    if (begun.current === step) return;
    begun.current = step;
    box.current!.querySelector<HTMLElement>(focusOf[step])?.focus();
  }, [step]);
  const leave = (
    <Button look="plain" wide onClick={() => setStep('closed')}>
      {words.cancelReport}
    </Button>
  );
  return (
    <div ref={box}>
      <div tabIndex={-1} data-said>
        <Status>{step === 'sent' && <Notice tone="ok">{words.reported}</Notice>}</Status>
      </div>
      {step === 'closed' && (
        <div className={page.onward}>
          <Button look="quiet" onClick={() => setStep('open')}>
            {words.report}
            <VisuallyHidden> ({author})</VisuallyHidden>
          </Button>
        </div>
      )}
      {step === 'open' && (
        <SubmitForm of={report} label={words.sendReport} busyLabel={words.sendingReport} leave={leave}>
          <Select name="reason" label={words.reportReason} defaultValue="offensive">
            {reportReasons.map((one) => (
              <option key={one} value={one}>
                {words.reportReasons[one]}
              </option>
            ))}
          </Select>
          <TextArea
            {...report.field('note')}
            label={words.reportNote}
            hint={words.reportNoteHint}
            rows={2}
            maxLength={mostReportNote}
          />
        </SubmitForm>
      )}
    </div>
  );
}
