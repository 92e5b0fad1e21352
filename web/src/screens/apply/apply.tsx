import { useState } from 'react';
import { applicationLengths as most, readWebsite } from '../../../../contract/application-form.ts';
import { isPhone } from '../../../../contract/profile-form.ts';
import { DraftForm } from '../../draft-form.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { apply as words } from '../../messages/en/apply.ts';
import { titles } from '../../messages/en/screens.ts';
import { type PartnerType, stakeholders } from '../../messages/en/stakeholders.ts';
import { messages } from '../../messages/index.ts';
import type { Filled } from '../../submit-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';
import { useSubmit } from '../../use-submit.ts';

type Kind = keyof typeof words.kinds;

/** Where anybody asks to become a partner or an advertiser. */
export function ApplyScreen() {
  const { site } = useSession();
  const [sentFor, setSentFor] = useState<string | null>(null);
  useSaid(sentFor === null ? null : words.sent);
  if (sentFor !== null)
    return (
      <div className={`${page.page} ${page.center}`}>
        <Vignette />
        <div className={page.head}>
          <h1>{words.sent}</h1>
          <p className={page.lead}>{words.sentText(sentFor)}</p>
        </div>
        <ButtonLink to="/" look="plain" wide>
          {words.home}
        </ButtonLink>
      </div>
    );
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.apply}</h1>
        <Motif />
        <p className={page.lead}>{words.lead(site.productName)}</p>
        <noscript>
          <p>{messages.shell.scriptNeeded}</p>
        </noscript>
      </div>
      <ApplicationForm
        onSent={(email) => {
          focusScreen();
          setSentFor(email);
        }}
      />
    </div>
  );
}

function ApplicationForm({ onSent }: { onSent: (email: string) => void }) {
  const [kind, setKind] = useState<Kind>('partner');
  const application = useSubmit({
    check: ({ text }: Filled) => ({ faults: faultsOf(text) }),
    send: ({ text }, api) =>
      api('POST /api/applications', {
        body: {
          stakeholder_type: kind,
          ...(kind === 'partner' && { partner_type: text('partner_type') as PartnerType }),
          organization_name: text('organization_name'),
          contact_name: text('contact_name'),
          email: text('email'),
          phone: text('phone') || null,
          website: text('website') || null,
          address: text('address') || null,
          message: text('message') || null,
          fax: text('fax'),
        },
      }),
    done: (_answer, { text }) => onSent(text('email')),
  });
  const { field } = application;
  return (
    <DraftForm of={application} draft="application" keepsUnsent label={words.send} busyLabel={words.sending}>
      <div className={page.head}>
        <Choice legend={words.kind} options={words.kinds} value={kind} onChange={setKind} />
        <p className={page.lead}>{words.kindTexts[kind]}</p>
      </div>
      {kind === 'partner' && (
        <Select name="partner_type" label={words.partnerType} defaultValue="hotel">
          {Object.entries(stakeholders.partnerTypes).map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <Field
        {...field('organization_name')}
        label={words.organization}
        autoComplete="organization"
        maxLength={most.organization_name}
        required
      />
      <Field
        {...field('contact_name')}
        label={words.contact}
        autoComplete="name"
        maxLength={most.contact_name}
        required
      />
      <Field
        {...field('email')}
        label={words.email}
        hint={words.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={most.email}
        required
      />
      <Field
        {...field('phone')}
        label={words.phone}
        hint={words.optional}
        type="tel"
        autoComplete="tel"
        maxLength={most.phone}
      />
      <Field
        {...field('website')}
        label={words.website}
        hint={words.optional}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        maxLength={most.website}
      />
      <Field
        {...field('address')}
        label={words.address}
        hint={words.optional}
        autoComplete="street-address"
        maxLength={most.address}
      />
      <TextArea
        {...field('message')}
        label={words.message}
        hint={words.messageHint}
        rows={5}
        maxLength={most.message}
      />
      {/* Programs fill in what people do not see. */}
      <div className="visually-hidden" aria-hidden="true">
        <input name="fax" tabIndex={-1} autoComplete="off" />
      </div>
    </DraftForm>
  );
}

/** What is wrong with the fields, as far as that is seen before they are sent. */
function faultsOf(text: Filled['text']) {
  const { errors } = words;
  const [phone, website] = [text('phone'), text('website')];
  return {
    organization_name: text('organization_name') ? null : errors.organization_name,
    contact_name: text('contact_name') ? null : errors.contact_name,
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('email')) ? null : errors.email,
    phone: phone && !isPhone(phone) ? errors.phone : null,
    website: website && readWebsite(website) === null ? errors.website : null,
  };
}
