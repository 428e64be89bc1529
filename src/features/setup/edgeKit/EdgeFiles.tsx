import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { httpAddress } from '../../../media/address/channelAddresses.ts';
import type { EdgeKitKind } from '../../../media/edge/edgeKitFiles.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { download } from '../../../ui/controls/download.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { BUILT_IMAGES, edgeKitClosed, edgeKitOpened, edgeKitRequested, type WithEdgeKit } from './slice.ts';

const KINDS: Readonly<Record<EdgeKitKind, string>> = {
  compose: msg('Docker Compose, one edge'),
  swarm: msg('Docker Swarm, an edge on each of several machines'),
  kubernetes: msg('Kubernetes, with the core (Kustomize)'),
  nginx: msg('nginx, without containers'),
};
const isKind = (text: string): text is EdgeKitKind => Object.hasOwn(KINDS, text);
const scrollable = { tabIndex: 0 };

export function EdgeFiles() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const info = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const { files, refused } = useSelector(({ edgeKit }: WithEdgeKit) => edgeKit);
  const [kind, setKind] = useState<EdgeKitKind>('compose');
  const [origin, setOrigin] = useState<string | null>(null);
  const [edges, setEdges] = useState(2);
  const [mostViewers, setMostViewers] = useState(0);
  const [images, setImages] = useState(BUILT_IMAGES);
  const wrongImage = t('Not a valid image name. It must look like registry.example/name:1.0.');
  const address = origin ?? (info ? httpAddress(networkFor(info, '')) : '');
  useEffect(() => {
    dispatch(edgeKitOpened());
    return () => {
      dispatch(edgeKitClosed());
    };
  }, [dispatch]);
  return (
    <Stack form>
      <SelectField
        label={t('Kind')}
        value={kind}
        onChange={(chosen) => isKind(chosen) && setKind(chosen)}
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label: t(label) }))}
      />
      {kind !== 'kubernetes' && (
        <TextField
          label={t('Address of this core, as the edge reaches it')}
          error={
            refused === 'origin' ? t('Not a valid address. It must look like http://core.example:8080.') : undefined
          }
          value={address}
          onChange={setOrigin}
        />
      )}
      {kind !== 'nginx' && (
        <TextField
          label={t('Container image for the edges')}
          help={t(
            'The first lines of the files show how to build it and where to load it. With a registry: its full name.',
          )}
          error={refused === 'image' ? wrongImage : undefined}
          value={images.image}
          onChange={(image) => setImages({ ...images, image })}
        />
      )}
      {kind === 'kubernetes' && (
        <TextField
          label={t('Image of the core')}
          error={refused === 'coreImage' ? wrongImage : undefined}
          value={images.coreImage}
          onChange={(coreImage) => setImages({ ...images, coreImage })}
        />
      )}
      {(kind === 'swarm' || kind === 'kubernetes') && (
        <NumberField label={t('Edges')} value={edges} onChange={setEdges} min={1} max={1000} />
      )}
      <NumberField
        label={t('Maximum viewers at each edge')}
        help={t('0 is no limit.')}
        value={mostViewers}
        onChange={setMostViewers}
        min={0}
        max={1_000_000}
      />
      <div className="button-row">
        <Button onClick={() => dispatch(edgeKitRequested({ kind, origin: address, edges, mostViewers, ...images }))}>
          {t('Make the files')}
        </Button>
      </div>
      {refused === 'notLoaded' && <Alert title={t('The files could not be made. Reload the page, then try again.')} />}
      {files.map(({ name, text }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <div className="button-row">
            <CopyButton what={name} text={text} words={t('Copy')} />
            <Button icon="download" onClick={() => download(name, text)}>
              {t('Download {{name}}', { name })}
            </Button>
          </div>
          <pre className="log-command" {...scrollable}>
            {text}
          </pre>
        </section>
      ))}
    </Stack>
  );
}
