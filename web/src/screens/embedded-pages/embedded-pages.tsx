import { type FormEvent, useState } from 'react';
import { data, useLoaderData } from 'react-router';
import { parseUrl } from '../../../../contract/parse-url.ts';
import { ApiError, browserApi, errorCode } from '../../api.ts';
import { apiOf, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { embedding as words } from '../../messages/en/embedding.ts';
import { messages } from '../../messages/index.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import { ExternalIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';

/** The allowed hosts, for whom the guard lets in; nobody else causes the call. */
export async function loadEmbeddedPages(args: LoaderArgs): Promise<{ hosts: string[] }> {
  if (!args.context.get(maySignedInContext)) return { hosts: [] };
  try {
    return await apiOf(args)('GET /api/embed-hosts');
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') throw data(null, { status: 401 });
    throw error;
  }
}

/** An address that was pasted means its host. */
const hostIn = (given: string) =>
  /^https?:\/\//i.test(given.trim()) ? (parseUrl(given.trim())?.host ?? given) : given;

type Said = { tone: 'ok' | 'bad'; words: string } | null;

/** Where administrators choose whose pages open inside the guide. */
export function EmbeddedPagesScreen() {
  const loaded = useLoaderData<{ hosts: string[] }>();
  const [hosts, setHosts] = useState(loaded.hosts);
  const [host, setHost] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<Said>(null);
  const [busy, setBusy] = useState(false);

  const save = async (next: string[], done: string): Promise<boolean> => {
    setBusy(true);
    setError(null);
    setSaid(null);
    try {
      const body = { hosts: next, replaces: hosts };
      const answer = await confirmed(() => browserApi('PUT /api/embed-hosts', { body }));
      setHosts(answer.hosts);
      setSaid({ tone: 'ok', words: done });
      return true;
    } catch (failure) {
      // The list as somebody else left it: what was typed stays, to be sent again.
      if (errorCode(failure) === 'embed_hosts_changed') {
        const now = await browserApi('GET /api/embed-hosts').catch(() => null);
        if (now) setHosts(now.hosts);
      }
      const answered = failure instanceof ApiError && failure.status !== 0;
      if (errorCode(failure) === 'embed_host_refused') setError(refusalWords(failure));
      else setSaid({ tone: 'bad', words: answered ? refusalWords(failure) : words.failed });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const allow = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = hostIn(host).trim();
    if (!wanted) return setError(words.required);
    if (await save([...hosts, wanted], words.allowed(wanted))) setHost('');
  };

  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{messages.titles.embeddedPages}</h1>
        <Motif />
        <p className={page.lead}>{words.lead}</p>
      </div>
      <Status>{said?.tone === 'ok' && <Notice tone="ok">{said.words}</Notice>}</Status>
      {said?.tone === 'bad' && <Notice tone="bad">{said.words}</Notice>}
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
                busy={busy}
                onClick={() =>
                  void save(
                    hosts.filter((kept) => kept !== one),
                    words.removed(one),
                  )
                }
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={page.form} onSubmit={allow} noValidate aria-label={words.add}>
        <Field
          label={words.field}
          hint={words.hint}
          error={error}
          value={host}
          maxLength={253}
          autoComplete="off"
          autoCapitalize="none"
          inputMode="url"
          spellCheck={false}
          onChange={(event) => setHost(event.target.value)}
        />
        <p className={list.note}>{words.advice}</p>
        <Button type="submit" busy={busy}>
          {busy ? words.saving : words.allow}
        </Button>
      </form>
      <ButtonLink to="/dashboard" look="quiet">
        {words.back}
      </ButtonLink>
    </div>
  );
}
