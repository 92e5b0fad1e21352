import { createContext, Fragment, useContext, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm, useFormContext } from 'react-hook-form';
import type { Typed } from '../draft-form.tsx';
import type { Filled } from '../submit-form.tsx';
import type { Faults, Submission } from '../use-submit.ts';
import { DeskForm, type DeskFormProps } from './desk-form.tsx';

interface LongFormProps<Values extends FieldValues> extends Omit<DeskFormProps, 'of' | 'typed'> {
  of: Submission<Values>;
  initial: Values;
}

/** What is at fault in the form around a field, by the path of the field, as `rows.3.name`; and how that changes. */
const AtFault = createContext<{ faults: Faults; mark: (faults: Faults) => void }>({ faults: {}, mark: () => {} });
export const useAtFault = () => useContext(AtFault);

/**
 * A form whose values are held together, for many fields and for rows of them (long-form-rows.tsx). It is sent as one value, and
 * what the server finds wrong stands at its field, by the path that the answer names.
 */
export function LongForm<Values extends FieldValues>({ of, initial, children, ...rest }: LongFormProps<Values>) {
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values> });
  // Fields that hold their own value begin anew with what is put there again.
  const [round, setRound] = useState(0);
  const whole: Typed = {
    read: () => [JSON.stringify(form.getValues())],
    fillIn: (_form, [json]) => {
      form.reset(JSON.parse(String(json)));
      setRound((now) => now + 1);
    },
  };
  const held: Submission<Filled> = { ...of, submit: () => of.submit(form.getValues()) };
  return (
    <FormProvider {...form}>
      <AtFault value={of}>
        <DeskForm {...rest} of={held} typed={whole}>
          <Fragment key={round}>{children}</Fragment>
        </DeskForm>
      </AtFault>
    </FormProvider>
  );
}

/** What a native field of a long form is given. */
export function useLongField(name: string) {
  const { register, getValues } = useFormContext();
  const { faults } = useAtFault();
  // Else it would begin with nothing, and change by itself.
  return { ...register(name), defaultValue: getValues(name) as string, error: faults[name] };
}

/** What a field of the kit that holds its own value is given: its first value, and where it tells of the next. */
export function useLongValue<Value>(name: string) {
  const { getValues, setValue } = useFormContext();
  const { faults } = useAtFault();
  return {
    given: { name, error: faults[name], initial: getValues(name) as Value },
    take: (value: Value) => setValue(name, value, { shouldDirty: true }),
  };
}
