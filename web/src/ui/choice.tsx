import { useEffect, useId, useRef } from 'react';
import styles from './choice.module.css';

interface SwitchProps {
  /** Under it a form sends `on`, or nothing. */
  name?: string;
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off, at once. */
export function Switch({ name, label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEarlyChoice(input, ({ checked: early }) => early !== checked && onChange(early));
  return (
    <div className={styles.switch}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        ref={input}
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.track}
        aria-describedby={hint && `${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

/** Tells what was switched or chosen in a form before the scripts were here. Outside of forms it would be done at once: that is asked for anew. */
function useEarlyChoice<Control extends HTMLInputElement | HTMLFieldSetElement>(
  control: { current: Control | null },
  tell: (control: Control) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later each tells by itself
  useEffect(() => {
    if (control.current!.form) tell(control.current!);
  }, []);
}

interface ChoiceProps<V extends string> {
  legend: string;
  options: Readonly<Record<V, string>>;
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, side by side. */
export function Choice<V extends string>({ legend, options, value, onChange }: ChoiceProps<V>) {
  const name = useId();
  const choice = useRef<HTMLFieldSetElement>(null);
  useEarlyChoice(choice, (shown) => {
    const early = shown.querySelector<HTMLInputElement>('input:checked')?.value;
    if (early !== undefined && early !== value) onChange(early as V);
  });
  return (
    <fieldset ref={choice} className={styles.choice}>
      <legend className={styles.label}>{legend}</legend>
      <div className={styles.options}>
        {(Object.entries(options) as [V, string][]).map(([one, label]) => (
          <label key={one} className={styles.option}>
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PicksProps<V extends string> {
  legend: string;
  hint?: string;
  options: Readonly<Record<V, string>>;
  values: readonly V[];
  onChange: (values: V[]) => void;
}

/** Any number of several, as words to tap. */
export function Picks<V extends string>({ legend, hint, options, values, onChange }: PicksProps<V>) {
  const picks = useRef<HTMLDivElement>(null);
  // Picked before the scripts were here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later each tells by itself
  useEffect(() => {
    const checked = [...picks.current!.querySelectorAll<HTMLInputElement>('input:checked')].map(
      ({ value }) => value as V,
    );
    if (checked.length !== values.length) onChange(checked);
  }, []);
  const toggle = (one: V, on: boolean) => onChange(on ? [...values, one] : values.filter((value) => value !== one));
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div ref={picks} className={styles.picks}>
        {(Object.entries(options) as [V, string][]).map(([one, label]) => (
          <label key={one} className={styles.option}>
            <input
              type="checkbox"
              value={one}
              checked={values.includes(one)}
              onChange={(event) => toggle(one, event.target.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
