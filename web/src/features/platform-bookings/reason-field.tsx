import type { ComponentProps } from 'react';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import type { Filled } from '../../submit-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';

/** What is wrong with the reason that stands in a form; null where it will do. */
export const checkReason = ({ text }: Filled): string | null =>
  text('reason').length < 3 ? words.reasonMissing : null;

/** The reason of a decision, which the audit log keeps. */
export function ReasonField(field: Omit<ComponentProps<typeof TextArea>, 'label'>) {
  return <TextArea {...field} label={words.reason} hint={words.reasonHint} rows={2} maxLength={500} required />;
}
