import { useState } from 'react';
import { Picks } from '../../ui/choice.tsx';

interface PicksFieldProps<V extends string> {
  name: string;
  legend: string;
  hint: string;
  options: Readonly<Record<V, string>>;
  /** As JSON. */
  initial: string;
}

/** Any number of several, which a form sends as one text of this name. */
export function PicksField<V extends string>({ name, initial, ...picks }: PicksFieldProps<V>) {
  const [held, setHeld] = useState(initial);
  const values: V[] = JSON.parse(held || '[]');
  return (
    <div>
      <input type="text" hidden name={name} value={held} onChange={({ target }) => setHeld(target.value)} />
      <Picks {...picks} values={values} onChange={(next) => setHeld(JSON.stringify(next.toSorted()))} />
    </div>
  );
}
