// Every test that a run may leave out or repeat, and why; the verdict fails beyond it, and where it names too much.
import {
  canMount,
  hasClusterEngines,
  hasIpv6,
  hasPooler,
  hasPromtool,
  isRoot,
  lowPortsNeedRights,
  nobodyCanRead,
} from './machine.mjs';

/** The processes of eight machines, and many minutes of kills. */
const ofTheCluster = [
  'tests/cluster/failover.test.ts: a cluster > sessions and codes are good on both sides at once',
  "tests/cluster/failover.test.ts: a cluster > reports and guests' reads are the replica's by its own counters, and without it the primary's",
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of a web process',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of pgbouncer',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of haproxy',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of etcd',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of the replica, which stays away until the primary goes on alone',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of the primary with its Patroni, as a machine is lost, five times',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > kill -9 of the primary alone, five times',
  'tests/cluster/failover.test.ts: a cluster > under load, with mails that are asked for meanwhile > each mail was sent once',
  'tests/cluster/failover.test.ts: a cluster > kill -9 of the worker: the next one does what it had in hand; what was sent already has the same Message-ID',
];

/**
 * Left out where a condition holds, and nowhere else. `holds` is told the name of the report: `system` is the run on the
 * PostgreSQL of the system.
 */
export const skippedTests = [
  {
    why: 'two servers and half an hour of traffic: only in `npm run prove`',
    holds: () => process.env.PROVE !== '1',
    tests: [
      'tests/attack/limits-processes.test.ts: two server processes > 50 asks send 5 mails, 700 from one network 300, 300 error reports are 60',
      'tests/attack/limits-processes.test.ts: two server processes > 4,000 scans with invented cookies, by the scanner and by pages, are 3,000 a minute',
      'tests/attack/limits-processes.test.ts: two server processes > 300 event calls of 100 events each end with the budget of bytes',
      'tests/attack/limits-processes.test.ts: two server processes > 300 guests behind one address sign in by the mail that they get',
    ],
  },
  {
    why: 'a cluster and minutes of kills: only in `npm run prove`',
    holds: () => process.env.PROVE !== '1',
    tests: ofTheCluster,
  },
  {
    why: 'this machine lacks Patroni, etcd, HAProxy, PgBouncer or PostgreSQL',
    holds: () => process.env.PROVE === '1' && !hasClusterEngines(),
    tests: ofTheCluster,
  },
  {
    why: 'the superuser and the roles are those of an operator there',
    holds: (report) => report === 'system' || Boolean(process.env.TEST_DATABASE_URL),
    tests: [
      'tests/attack/ways-to-more.test.ts: on our own server the application logs in as its role, which is nobody else',
      'tests/attack/production-logins.test.ts: the logins of a migrated database > a superuser who migrates is told that less would do',
      'tests/attack/production-logins.test.ts: settings that the login of the application gave itself > are named where the owner may not, and do not keep the pools from working',
      'tests/attack/reader-bounds.test.ts: the login of a tool that reads figures > takes none of the locks by which the product waits for itself',
      'tests/attack/reader-bounds.test.ts: the login of a tool that reads figures > fills no disk: what a session sorts there is bounded, which it cannot change',
      'tests/attack/reader-bounds.test.ts: the login of a tool that reads figures > what docs/operating.md lets an administrator run closes a database likewise',
    ],
  },
  {
    why: 'this machine has no second loopback address',
    holds: () => !hasIpv6,
    tests: [
      'tests/attack/localhost.test.ts: with HOST=localhost both addresses answer',
      'tests/attack/localhost.test.ts: who sends many requests ahead is cut off on the second address as well',
      'tests/attack/localhost.test.ts: connections of one network are bounded on the second address as well',
      'tests/attack/localhost.test.ts: a stop waits for what is under way on the second address, and for no idle connection',
    ],
  },
  {
    why: 'anybody may listen on every port here',
    holds: () => !lowPortsNeedRights,
    tests: ['tests/attack/listening.test.ts: a port for which one needs rights is named'],
  },
  {
    why: 'this user may mount no disk of its own',
    holds: () => !canMount(),
    tests: [
      'tests/chaos/data-folder.test.ts: a full disk is named, with its folder > where the database cannot be made',
      'tests/chaos/data-folder.test.ts: a full disk is named, with its folder > where there is room for the database and none for the demo',
      'tests/chaos/data-folder.test.ts: a full disk is named, with its folder > where a database that has run before cannot even say why it does not start',
      'tests/chaos/data-folder.test.ts: a full disk is named, with its folder > and is not blamed for a database elsewhere that is away for a moment',
      'tests/chaos/data-folder.test.ts: a full disk is named, with its folder > and what it cuts short is no key',
      'tests/chaos/full-disk.test.ts: a disk that fills up under writers > nothing acknowledged is lost, and writing goes on once there is room',
    ],
  },
  {
    why: "Prometheus' promtool is not installed here",
    holds: () => !hasPromtool(),
    tests: [
      'tests/monitoring-files.test.ts: what is done in time calls somebody also where it never was, and only where it is to be',
    ],
  },
  {
    why: 'PgBouncer is not installed here',
    holds: () => !hasPooler(),
    tests: [
      'tests/chaos/pooled.test.ts: through a PgBouncer > the whole product works, and two web processes share sessions and limits',
      'tests/chaos/pooled.test.ts: through a PgBouncer > one that leaves out what it does not know is told the settings all the same',
      'tests/chaos/pooled.test.ts: through a PgBouncer > a session that is handed on knows nothing of who had it before',
      'tests/chaos/pooled.test.ts: through a PgBouncer > one that pools by transaction is refused in one line',
      'tests/chaos/pooled.test.ts: through a PgBouncer > one that pools by statement is refused in one line',
      'tests/chaos/pooled.test.ts: through a PgBouncer > a replica through one that pools by transaction is refused in one line',
      'tests/chaos/pooled.test.ts: through a PgBouncer > one that is away lets the start go on, and is not read through such a pooler later',
      'tests/chaos/pooled.test.ts: through a PgBouncer > a session that ends behind it is replaced',
    ],
  },
  {
    why: 'only root can give its rights up',
    holds: () => !isRoot,
    tests: [
      'server/platform/embedded/postgres.test.ts: as root > the server runs unprivileged, even on files that root has copied',
      'server/platform/embedded/postgres.test.ts: as root > in a closed folder the data goes where the server can reach it, and a lost or forgotten place is seen',
      'server/platform/embedded/postgres.test.ts: as root > binaries in a closed folder are copied once, also by two starts together',
    ],
  },
  {
    why: 'only root can be somebody else, who has to be able to read the checkout',
    holds: () => !nobodyCanRead(),
    tests: [
      'server/platform/embedded/postgres.test.ts: as root > any other user runs it as itself, and root takes it over as that user',
      'server/platform/embedded/postgres.test.ts: as root > a user that the system does not know is told the way out',
      'server/platform/embedded/postgres.test.ts: as root > a database of another user is refused with a clear line',
    ],
  },
];

/** Known to need a second try now and then. None does: a test that is added here is to leave it again. */
export const flakyTests = [];

/** So many others of a run may need a second try, on a machine that others crowd; each is told by name. */
export const flakyAllowed = 3;
