import { line } from './budget.ts';
import { buildInterface } from './build.ts';
import { markBuilt, unmarkBuilt } from './stamp.ts';

await unmarkBuilt();
const sums = await buildInterface();
const complaints = sums.flatMap((sum) => sum.complaints);
process.stdout.write(`${sums.map(line).join('\n')}\n`);
process.stderr.write(complaints.map((complaint) => `${complaint}\n`).join(''));
if (complaints.length > 0) process.exitCode = 1;
else await markBuilt();
