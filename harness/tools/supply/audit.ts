import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runVerb } from '../launch/userError.ts';
import { reportOf, verdictOf } from './npmAuditReport.ts';

/** npm itself would retry an unreachable registry for minutes. */
const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=20000'];

/** npm exits with 1 for advisories and for an unreachable registry, so the code is ignored. */
const npmAudit = (...args: string[]) =>
  new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--json', '--package-lock-only', ...PATIENCE, ...args], (_, stdout, stderr) =>
      resolve(stdout || stderr),
    );
  });

await runVerb(async () => {
  const report = reportOf(verdictOf(await npmAudit('--omit=dev')), verdictOf(await npmAudit()));
  const { passed, failures, note } = report;
  const lines = note ? [note] : failures.length > 0 ? failures : [`No known advisory for any of ${passed} packages.`];
  for (const line of lines) process.stdout.write(`${line}\n`);
  const file = process.argv[2];
  if (file !== undefined) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(report));
  }
  if (failures.length > 0) process.exitCode = 1;
});
