/** What is said to the second of two who save the same: of which fields, in words, each holds another than both began with. */
export const byNow = <Field extends string>(title: string, fields: Readonly<Record<Field, string>>) => {
  const named = (some: readonly Field[]) => some.map((field) => fields[field]).join(', ');
  return {
    title,
    unread: `${title} What they changed could not be read just now. All that you typed is still here: save once more to see it.`,
    text: (taken: readonly Field[], both: readonly Field[]) =>
      [
        'Nothing of yours was saved, and all that you typed is still here.',
        taken.length > 0 && `Taken over from the other: ${named(taken)}.`,
        both.length > 0 && `Changed by both, and yours stands in the form: ${named(both)}.`,
        'Look at it, and save once more if it is right.',
      ]
        .filter(Boolean)
        .join(' '),
  };
};
