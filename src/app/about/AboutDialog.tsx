import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { msg } from '../../i18n/msg.ts';
import { Description, DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Mark } from '../../ui/layout/WordMark.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { VERSION } from './version.ts';

declare const __SLUICE_PROJECT__: string;

/** Written in by the build from package.json, as a query: what does not stand there has no address. */
const told = new URLSearchParams(typeof __SLUICE_PROJECT__ === 'undefined' ? '' : __SLUICE_PROJECT__);

/** Where this project is on the internet; null: nobody has said. Problems are reported at `/new` below `issues`. */
export const projectLinks = {
  website: told.get('website'),
  repository: told.get('repository'),
  issues: told.get('issues'),
  support: told.get('support'),
};

const places = [
  { label: msg('Source code'), address: projectLinks.repository },
  { label: msg('Website'), address: projectLinks.website },
  { label: msg('Support the project'), address: projectLinks.support },
];

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: LiveState) => coreInfoOf(session));
  return (
    <DialogFrame open={open} title={t('About Sluice')} onClose={onClose}>
      <div className="about">
        <Mark size={72} />
        <p>{t('One stream in, many out: the control interface for your own live video server.')}</p>
      </div>
      <DescriptionList>
        <Description label={t('Release')}>{VERSION}</Description>
        {coreInfo && (
          <>
            <Description
              label={t('Core')}
            >{`${coreInfo.about.version.number} · ${coreInfo.about.version.arch}`}</Description>
            <Description label={t('Transcoder')}>{`ffmpeg ${coreInfo.skills.ffmpeg.version}`}</Description>
            <Description label={t('Name of this core')}>{coreInfo.about.name}</Description>
            <Description label={t('ID of this core')}>{coreInfo.about.id}</Description>
          </>
        )}
        <Description label={t('License')}>Apache-2.0</Description>
        {places.flatMap(({ label, address }) =>
          address === null
            ? []
            : [
                <Description key={label} label={t(label)}>
                  <a href={address} target="_blank" rel="noreferrer">
                    {address}
                  </a>
                </Description>,
              ],
        )}
      </DescriptionList>
      {/* Made by the build (harness/tools/build/billOfMaterials.ts): nobody loads it before he asks. */}
      <a href="licenses.txt" target="_blank" rel="noreferrer">
        {t('Third-party licenses')}
      </a>
    </DialogFrame>
  );
}
