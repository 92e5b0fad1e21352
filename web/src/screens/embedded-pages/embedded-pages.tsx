import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { parseUrl } from '../../../../contract/parse-url.ts';
import { ApiError, browserApi, errorCode } from '../../api.ts';
import { DeskTools } from '../../desk/desk-tools.tsx';
import { DraftForm } from '../../draft-form.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { loader } from '../../loader.ts';
import { embedding as words } from '../../messages/en/embedding.ts';
import { titles } from '../../messages/en/screens.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import { ExternalIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';

/** The allowed hosts. */
export const loadEmbeddedPages = loader({ access: 'signed-in', live: (api) => api('GET /api/embed-hosts') });

/** An address that was pasted means its host. */
const hostIn = (given: string) =>
  /^https?:\/\//i.test(given.trim()) ? (parseUrl(given.trim())?.host ?? given) : given;

/** Where administrators choose whose pages open inside the guide. */
export function EmbeddedPagesScreen() {
  const loaded = useLoaderData<{ hosts: string[] }>();
  const [hosts, setHosts] = useState(loaded.hosts);
  const [host, setHost] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const wanted = hostIn(host).trim();
  const change = useSubmit({
    check: (given: Filled | { remove: string }) =>
      'remove' in given || wanted ? null : { faults: { host: words.required } },
    send: (given, api) => {
      const next = 'remove' in given ? hosts.filter((one) => one !== given.remove) : [...hosts, wanted];
      return confirmed(() => api('PUT /api/embed-hosts', { body: { hosts: next, replaces: hosts } }));
    },
    done: (answer, given) => {
      setHosts(answer.hosts);
      setSaid('remove' in given ? words.removed(given.remove) : words.allowed(wanted));
      if (!('remove' in given)) setHost('');
    },
    refused: async (failure) => {
      setSaid(null);
      // The list as somebody else left it: what was typed stays, to be sent again.
      if (errorCode(failure) === 'embed_hosts_changed') {
        const now = await browserApi('GET /api/embed-hosts').catch(() => null);
        if (now) setHosts(now.hosts);
      }
      if (errorCode(failure) === 'embed_host_refused') return { faults: { host: refusalWords(failure) } };
      return failure instanceof ApiError && failure.status !== 0 ? undefined : words.failed;
    },
  });

  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.embeddedPages}</h1>
        <Motif />
        <p className={page.lead}>{words.lead}</p>
        <DeskTools />
      </div>
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
      {hosts.length === 0 ? (
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      ) : (
        <ul role="list" className={list.rows}>
          {hosts.map((one) => (
            <li key={one} className={list.row}>
              <ExternalIcon />
              <p className={`${list.words} ${list.name}`}>{one}</p>
              <Button
                look="quiet"
                aria-label={words.removeLabel(one)}
                busy={change.busy}
                onClick={() => void change.submit({ remove: one })}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <DraftForm draft="embed-hosts" of={change} label={words.allow} busyLabel={words.saving} aria-label={words.add}>
        <Field
          label={words.field}
          hint={words.hint}
          error={change.faults.host}
          value={host}
          maxLength={253}
          autoComplete="off"
          autoCapitalize="none"
          inputMode="url"
          spellCheck={false}
          onChange={(event) => setHost(event.target.value)}
        />
        <p className={list.note}>{words.advice}</p>
      </DraftForm>
      <ButtonLink to="/dashboard" look="quiet">
        {words.back}
      </ButtonLink>
    </div>
  );
}
