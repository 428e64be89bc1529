import type { AgentChannels } from '../../src/api/agentEndpoints.ts';
import { ingestId } from '../../src/api/processIds.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import type { ControlCalls } from './controlRoutes.ts';

type State = AgentChannels['channels'][number]['state'];

interface KnownOptions {
  channels: () => readonly Channel[];
  stateOf: (id: string) => State;
}

export const createKnownChannels = ({
  channels,
  stateOf,
}: KnownOptions): Pick<ControlCalls, 'channels' | 'channelOfPublication'> => ({
  channels: () =>
    channels().map(({ id, name, egresses }) => ({
      ...{ id, name, state: stateOf(ingestId(id)) },
      publications: Object.entries(egresses).map(([publication, { name: publicationName, service }]) => ({
        ...{ id: publication, name: publicationName, service, state: stateOf(publication) },
      })),
    })),
  channelOfPublication: (id) => channels().find(({ egresses }) => Object.hasOwn(egresses, id))?.id ?? null,
});
