import type { Core } from '../../../api/client.ts';

/** Of the endpoints with which a save writes. */
export interface WriteArguments {
  processAdd: Parameters<Core['processAdd']>[0];
  processUpdate: Parameters<Core['processUpdate']>[0];
  processDelete: Parameters<Core['processDelete']>[0];
  processMetadataSet: Parameters<Core['processMetadataSet']>[0];
  processCommand: Parameters<Core['processCommand']>[0];
  metadataSet: Parameters<Core['metadataSet']>[0];
  configSet: Parameters<Core['configSet']>[0];
  diskWrite: Parameters<Core['diskWrite']>[0];
  diskDelete: Parameters<Core['diskDelete']>[0];
}

export type WriteName = keyof WriteArguments;
