import { useRef, useState } from 'react';
import { kindsOf, type ListRules, type RuleLanguage } from '../../../../contract/list-rules.ts';
import type { ChosenListing } from '../../../../contract/place-lists.ts';
import { LeaveGuard, LeaveQuestion } from '../../desk/leave-guard.tsx';
import { deskForms } from '../../messages/en/desk-forms.ts';
import { listRules } from '../../messages/en/list-rules.ts';
import { placeListsDesk } from '../../messages/en/place-lists-desk.ts';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { Picks } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { unreadableIn } from '../../ui/unreadable-in.ts';
import { useFormChange } from '../../use-form-change.ts';
import { type Faults, useSubmit } from '../../use-submit.ts';
import styles from './lists.module.css';

const words = placeListsDesk.ruleSheet;

interface RulesSheetProps {
  listing: ChosenListing;
  onClose: () => void;
  /** Told of the rules; null where they ask for nothing. They hold once the list is saved. */
  onRules: (rules: ListRules | null) => void;
}

/** When and to whom a place shows one of its listings. */
export function RulesSheet({ listing, onClose, onRules }: RulesSheetProps) {
  const { rules } = listing;
  const [languages, setLanguages] = useState<readonly RuleLanguage[]>(rules?.languages ?? []);
  const taking = useSubmit({
    check: ({ text, unreadable }: Filled) => ({
      // Of half a day or time the browser tells nothing, as of one that was left out.
      faults: { ...faultsOf(text), ...Object.fromEntries(unreadable.map((name) => [name, deskForms.notWhole])) },
    }),
    send: async ({ text }: Filled) => rulesIn(text, languages),
    done: (given) => {
      onRules(kindsOf(given).length > 0 ? given : null);
      onClose();
    },
  });
  const { field } = taking;
  const form = useRef<HTMLFormElement>(null);
  const isChanged = useFormChange(form, taking);
  const isLost = () =>
    isChanged() || (!taking.isTaken() && form.current !== null && unreadableIn(form.current).length > 0);
  const [isAsking, setAsking] = useState(false);
  const mayClose = () => {
    setAsking(isLost());
    return !isLost();
  };
  return (
    <>
      {/* Before the sheet, so that the focus goes back to where that was opened. */}
      <LeaveQuestion open={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
      <LeaveGuard isChanged={isLost} screenOf={({ search }) => search} />
      <Sheet open onClose={onClose} title={words.title(listing.name)} closeLabel={words.close} mayClose={mayClose}>
        <p>{words.text}</p>
        <SubmitForm of={taking} formRef={form} label={words.use} busyLabel={words.using} noValidate>
          <FieldGroup label={words.timeOfDay} hint={words.timeHint}>
            <div className={styles.pair}>
              <Field label={words.from} type="time" {...field('time_from')} defaultValue={rules?.time_from ?? ''} />
              <Field label={words.until} type="time" {...field('time_until')} defaultValue={rules?.time_until ?? ''} />
            </div>
          </FieldGroup>
          <div className={styles.pair}>
            <Field label={words.firstDay} type="date" {...field('first_day')} defaultValue={rules?.first_day ?? ''} />
            <Field label={words.lastDay} type="date" {...field('last_day')} defaultValue={rules?.last_day ?? ''} />
          </div>
          <Picks
            legend={words.languages}
            hint={words.languagesHint}
            options={listRules.languages}
            values={languages}
            onChange={setLanguages}
          />
          <FieldGroup label={words.stay} hint={words.stayHint}>
            <div className={styles.pair}>
              <Field
                label={words.stayFrom}
                type="number"
                {...field('stay_from')}
                defaultValue={rules?.stay_from ?? ''}
              />
              <Field
                label={words.stayUntil}
                type="number"
                {...field('stay_until')}
                defaultValue={rules?.stay_until ?? ''}
              />
            </div>
          </FieldGroup>
        </SubmitForm>
      </Sheet>
    </>
  );
}

type Text = Filled['text'];

/** What is wrong with it, at its fields. */
function faultsOf(text: Text): Faults {
  const { faults } = words;
  const [from, until, first, last] = ['time_from', 'time_until', 'first_day', 'last_day'].map(text) as [
    string,
    string,
    string,
    string,
  ];
  const [stayFrom, stayUntil] = [text('stay_from'), text('stay_until')];
  const isDay = (value: string) =>
    value === '' || (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 365);
  return {
    ...(until && !from && { time_from: faults.time }),
    ...(from && !until && { time_until: faults.time }),
    ...(from && from === until && { time_until: faults.sameTime }),
    ...(first && last && last < first && { last_day: faults.days }),
    ...(stayFrom && stayUntil && Number(stayUntil) < Number(stayFrom) && { stay_until: faults.stayOrder }),
    ...(!isDay(stayFrom) && { stay_from: faults.stay }),
    ...(!isDay(stayUntil) && { stay_until: faults.stay }),
  };
}

function rulesIn(text: Text, languages: readonly RuleLanguage[]): ListRules {
  const given = (name: string) => text(name) || null;
  const day = (name: string) => (text(name) ? Number(text(name)) : null);
  return {
    ...{ time_from: given('time_from'), time_until: given('time_until') },
    ...{ first_day: given('first_day'), last_day: given('last_day') },
    languages: [...languages],
    ...{ stay_from: day('stay_from'), stay_until: day('stay_until') },
  };
}
