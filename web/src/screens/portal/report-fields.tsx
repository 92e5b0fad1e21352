import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { type ReportingFrequency, reportingFrequencies } from '../../../../contract/portal-states.ts';
import { portalSettings as words } from '../../messages/en/portal-desk.ts';
import { Switch } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';

interface ReportFieldsProps {
  email: boolean;
  onEmail: (email: boolean) => void;
  /** When a link in one of the mails has ended them. */
  endedAt: string | null;
  /** Of the field of how often. */
  frequency: { name: string; error: string | null | undefined; defaultValue: ReportingFrequency };
}

/** Whether and how often somebody is mailed reports; that there will be others some day. */
export function ReportFields({ email, onEmail, endedAt, frequency }: ReportFieldsProps) {
  return (
    <>
      <Switch name="email" label={words.email} checked={email} onChange={onEmail} />
      {endedAt && !email && <p>{words.endedByLink(hawaiiDay(new Date(endedAt)))}</p>}
      <p>
        {words.push}: {words.pushHint}
      </p>
      <Select label={words.frequency} {...frequency}>
        {reportingFrequencies.map((one) => (
          <option key={one} value={one}>
            {words.frequencies[one]}
          </option>
        ))}
      </Select>
    </>
  );
}
