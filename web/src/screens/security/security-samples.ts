import type { SecurityAlert, SystemHealth } from '../../../../contract/security-desk.ts';
import { healthSamples as words } from '../../messages/en/security-desk.ts';

const checks: SystemHealth['checks'] = [
  { check: 'database', state: 'good' },
  { check: 'answers', state: 'good' },
  { check: 'backups', state: 'good' },
];

const health: SystemHealth = {
  ...{ overall_health: 98, checks, api_response_time: 145, active_threats: 0 },
  ...{ database_connections: 12, most_database_connections: 100 },
  ...{ invented_scans: 0, mistyped_scans: 2 },
  ...{ last_security_scan: '2026-01-31T20:00:00Z', platform_status: 'operational', backup_status: 'healthy' },
  ...{ last_backup: '2026-01-31T12:30:00Z', backup_age_seconds: 27_000, log_applies: false, log_age_seconds: null },
  ...{ ssl_certificate_days: 89, ssl_certificate_applies: true },
};

const alerts: readonly SecurityAlert[] = [
  {
    ...{ id: 'example', type: 'info', dismissed: false, timestamp: '2026-01-31T20:00:00Z' },
    ...{ title: words.alert, description: words.alertText },
  },
];

const event = { user_id: null, user: null, occurrences: 1, resolved: true, timestamp: '2026-01-31T20:00:00Z' };

/** The specification's built-in sample data, for a screen that can be told nothing. None of it opens, and nothing is done to it. */
export const securitySamples = {
  list: {
    rows: [
      {
        ...{ ...event, id: 'example-1', event_type: 'sign_in' as const, severity: 'info' as const },
        ...{ description: words.signIn, ip_address: '203.0.113.5' },
      },
      {
        ...{ ...event, id: 'example-2', event_type: 'rate_limited' as const, severity: 'medium' as const },
        ...{ description: words.limited, ip_address: '203.0.113.9' },
      },
    ],
    total: 2,
    next: null,
  },
  health,
  /** Where nobody answered at all. */
  degraded: {
    ...health,
    checks: [
      { check: 'database', state: 'good' },
      { check: 'answers', state: 'bad' },
      { check: 'backups', state: 'fair' },
    ],
    ...{ overall_health: 50, api_response_time: null, platform_status: 'degraded', backup_status: 'none' },
    ...{ last_backup: null, backup_age_seconds: null, last_security_scan: null },
  } satisfies SystemHealth,
  alerts,
};
