import { swellAll } from './fuzzAll.ts';
import { coreTargets, interfaceTargets } from './targets/coreTargets.ts';

swellAll('parsers', [...coreTargets, ...interfaceTargets]);
