import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { minute, second } from './units.ts';

const rounds = claimsOf('tests/cluster/kill-rounds.ts');
const patroni = claimsOf('deploy/cluster/patroni.yaml');

/** "Machines on engines that exist" of docs/scaling.md. */
export const machines = {
  claims: [
    claimsOf('server/platform/jobs/queues.ts')('mail after # seconds at most', 'retryDelayMax: 60, expireInSeconds: #'),
    claimsOf('deploy/cluster/example.env')('| # members, on', /\w+=http:/g),
    claimsOf('deploy/cluster/pgbouncer.ini')('holds up to # connections', 'of the product, # connections each'),
    patroni('lost after # seconds', 'ttl: #'),
  ],
  noClaims: {
    measured: ['measured on two cores that', 'all parts on them, three visitors who', 'each of 862 mails'],
  },
} satisfies DocumentFigures;

export const runbook: DocumentFigures = {
  claims: [
    rounds('within # seconds', 'answeringMs = #', second),
    claimsOf('scripts/erase-accounts.ts')('It asks from # minutes', 'marginMs = #', minute * second),
  ],
  noClaims: { example: ['2026-11-30T12-35-10Z'] },
};
