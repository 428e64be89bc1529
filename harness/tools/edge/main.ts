import { UserError } from '../launch/userError.ts';
import { writeEdgeTemplates } from './writeEdgeTemplates.ts';

// node harness/tools/edge/main.ts FOLDER: writes the files that docker/edge/Dockerfile adds to start.sh.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new UserError('Name a folder for the templates of the edge.');
await writeEdgeTemplates(folder);
