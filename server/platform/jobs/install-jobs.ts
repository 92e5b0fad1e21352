import { PgBoss } from 'pg-boss';
import { type Connection, clientConfig } from '../database/database.ts';
import { withClient } from '../database/database-client.ts';
import { closeJobTables, setJobRights } from './job-rights.store.ts';
import {
  deadLetterOf,
  deadLetterSettings,
  jobNames,
  jobSchema,
  queues,
  recurringPolicy,
  recurringQueues,
} from './queues.ts';

const policies = Object.fromEntries(Object.keys(recurringQueues).map((name) => [name, recurringPolicy]));

/** Makes or upgrades the queue tables and queues, as the owner, and says what the application may do with them. */
export async function installJobs(connection: Connection): Promise<void> {
  await withClient(connection, { application_name: 'holoholo jobs' }, async (client) => {
    await closeJobTables(client, policies);
    await makeQueues(connection);
    await setJobRights(client);
  });
}

async function makeQueues(connection: Connection): Promise<void> {
  const { host, port, database, user, connectionString } = clientConfig(connection);
  const boss = new PgBoss({
    ...(connectionString ? { connectionString } : { host, port, database, user }),
    schema: jobSchema,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const name of jobNames) {
      const deadLetter = queues[name].deadLetters ? deadLetterOf(name) : undefined;
      if (deadLetter) {
        await boss.createQueue(deadLetter, { ...deadLetterSettings, deleteAfterSeconds: 0 });
        await boss.updateQueue(deadLetter, deadLetterSettings);
      }
      const settings = { ...queues[name].settings, retryBackoff: true };
      await boss.createQueue(name, { ...settings, ...(deadLetter && { deadLetter }), notify: false });
      await boss.updateQueue(name, settings);
    }
    for (const [name, options] of Object.entries(recurringQueues)) {
      const settings = { ...options, deleteAfterSeconds: 86_400 };
      await boss.createQueue(name, { ...settings, policy: recurringPolicy, notify: false });
      await boss.updateQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
