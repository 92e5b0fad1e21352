import { useRef } from 'react';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useSheetGuard } from '../../desk/sheet-guard.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { useLost } from '../../desk/use-lost.ts';
import { DraftForm } from '../../draft-form.tsx';
import { desk } from '../../messages/en/desk.ts';
import { portalCodes as words } from '../../messages/en/portal-desk.ts';
import { contentLanguage } from '../../messages/languages.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { CodeLine, CodesData } from './load-codes.ts';

/** What is about to be done with a code. */
export interface CodeAction {
  kind: 'pause' | 'resume' | 'change';
  code: CodeLine;
}

interface CodeSheetProps {
  action: CodeAction;
  places: CodesData['places'];
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more before a code is paused or let go on, or where it leads to and what it is called. */
export function CodeSheet({ action, places, ...asked }: CodeSheetProps) {
  const { kind, code } = action;
  if (kind === 'change') return <ChangeSheet code={code} places={places} {...asked} />;
  const isPaused = kind === 'pause';
  return (
    <ConfirmSheet
      {...asked}
      draft={`${kind} code ${code.id}`}
      title={isPaused ? words.pause : words.resume}
      text={isPaused ? words.pauseText : words.resumeText}
      send={async (api) => {
        const body = { status: isPaused ? 'paused' : 'active' } as const;
        await api('PATCH /api/partner-portal/qr-code/{qr_code_id}', { params: { qr_code_id: code.id }, body });
        return isPaused ? words.paused : words.resumed;
      }}
    />
  );
}

type ChangeSheetProps = Omit<CodeSheetProps, 'action'> & { code: CodeLine };

function ChangeSheet({ code, places, onClose, onDone }: ChangeSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = `change code ${code.id}`;
  const change = useSubmit({
    send: async ({ text }: Filled, api) => {
      const body = { location_id: Number(text('location_id')), label: text('label') || null };
      await api('PATCH /api/partner-portal/qr-code/{qr_code_id}', { params: { qr_code_id: code.id }, body });
      return words.changed;
    },
    done: onDone,
    late: useLate(),
  });
  const isLost = useLost(form, change);
  const { mayClose, guard } = useSheetGuard({ form, draft, of: change, isLost, onClose });
  return (
    <>
      {guard}
      <Sheet
        open
        onClose={onClose}
        title={words.change}
        closeLabel={desk.close}
        mayClose={mayClose}
        lang={contentLanguage}
      >
        <DraftForm of={change} draft={draft} formRef={form} label={desk.confirm} busyLabel={desk.saving}>
          <p>{words.changeText}</p>
          <Select label={words.leadsTo} {...change.field('location_id')} defaultValue={String(code.location_id)}>
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Field
            label={words.name}
            hint={words.nameHint}
            {...change.field('label')}
            defaultValue={code.label ?? ''}
            maxLength={60}
          />
        </DraftForm>
      </Sheet>
    </>
  );
}
