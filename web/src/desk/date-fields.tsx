import { type RefObject, useId, useRef, useState } from 'react';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { enter } from '../fields-of-form.ts';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import choice from '../ui/choice.module.css';
import { Field } from '../ui/field.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import type { LabelledBy } from '../ui/labelled.tsx';
import { type DayPreset, type DayRange, dayPresets, type RangePreset, rangeFault, rangePresets } from './day-range.ts';
import styles from './form.module.css';
import { useOwnFault } from './use-own-fault.ts';

/** Today in Hawaiʻi, wherever the desk stands. */
const today = () => hawaiiDay(new Date());

interface DateFieldProps extends LabelledBy {
  name: string;
  /** `YYYY-MM-DD`, as all days here. */
  initial?: string | undefined;
  min?: string;
  max?: string;
  presets?: readonly DayPreset[];
  onDay?: (day: string) => void;
}

/** A day of Hawaiʻi, typed or picked as the device has it, with days that are often meant beside it. */
export function DateField({ initial = '', presets = [], onDay, hint, min, max, ...rest }: DateFieldProps) {
  const [day, setDay] = useState(initial);
  const box = useRef<HTMLDivElement>(null);
  const take = (next: string) => {
    setDay(next);
    onDay?.(next);
  };
  return (
    <div ref={box} className={styles.dates}>
      <Field
        {...rest}
        {...within(min, max)}
        hint={hint ?? words.hawaiiDay}
        type="date"
        value={day}
        onChange={({ target }) => take(target.value)}
      />
      <Presets
        labels={presets.map((one) => [one, words.days[one], dayPresets[one](today()) === day])}
        onPress={(one) => enter(box.current!.querySelector('input')!, dayPresets[one](today()))}
      />
    </div>
  );
}

interface DateRangeFieldProps extends Omit<LabelledBy, 'error'> {
  /** Under these the first and the last day are sent. */
  names: Readonly<DayRange>;
  errors?: { from?: string | null | undefined; to?: string | null | undefined };
  initial?: Partial<DayRange> | undefined;
  min?: string;
  max?: string;
  /** No longer range is taken, both days counted. */
  mostDays?: number;
  presets?: readonly RangePreset[];
  onRange?: (range: DayRange) => void;
}

const allPresets = Object.keys(rangePresets) as RangePreset[];

/** A first and a last day of Hawaiʻi, both included, with ranges that are often meant beside them. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, hint, required, names, errors = {}, initial, min, max, mostDays, presets = allPresets } = props;
  const [range, setRange] = useState<DayRange>({ from: '', to: '', ...initial });
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const fault = range.from && range.to ? rangeFault(range, mostDays) : null;
  const own = useOwnFault(to, fault && (fault === 'long' ? words.longRange(mostDays!) : words.backwards));
  // A preset fills in both ends before anything is drawn anew.
  const latest = useRef(range);
  const take = (end: keyof DayRange, day: string) => {
    latest.current = { ...latest.current, [end]: day };
    setRange(latest.current);
    props.onRange?.(latest.current);
  };
  const day = (end: keyof DayRange, control: RefObject<HTMLInputElement | null>, error: string | null | undefined) => (
    <Field
      ref={control}
      label={words.ends[end]}
      name={names[end]}
      error={error}
      required={required}
      type="date"
      {...within(min, max)}
      value={range[end]}
      onChange={({ target }) => take(end, target.value)}
      onBlur={own.leave}
    />
  );
  return (
    <FieldGroup label={label} hint={hint ?? words.hawaiiDays}>
      <div className={styles.range}>
        {day('from', from, errors.from)}
        {day('to', to, errors.to || own.shown)}
      </div>
      <Presets
        labels={presets.map((one) => {
          const meant = rangePresets[one](today());
          return [one, words.ranges[one], meant.from === range.from && meant.to === range.to];
        })}
        onPress={(one) => {
          const meant = rangePresets[one](today());
          enter(from.current!, meant.from);
          enter(to.current!, meant.to);
        }}
      />
    </FieldGroup>
  );
}

const within = (min: string | undefined, max: string | undefined) => ({ ...(min && { min }), ...(max && { max }) });

interface PresetsProps<Name extends string> {
  labels: readonly (readonly [name: Name, label: string, isChosen: boolean])[];
  onPress: (name: Name) => void;
}

function Presets<Name extends string>({ labels, onPress }: PresetsProps<Name>) {
  const id = useId();
  if (labels.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: they press, and choose nothing by themselves
    <div role="group" aria-labelledby={id} className={choice.picks}>
      <span id={id} className="visually-hidden">
        {words.presets}
      </span>
      {labels.map(([name, label, isChosen]) => (
        <button
          key={name}
          type="button"
          className={styles.preset}
          aria-pressed={isChosen}
          onClick={() => onPress(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
