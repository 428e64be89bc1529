import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { Description, DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Mark } from '../../ui/layout/WordMark.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { readProjectLink } from './readProjectLink.ts';
import { VERSION } from './version.ts';

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: LiveState) => coreInfoOf(session));
  const places = [
    { label: t('Source code'), address: readProjectLink('repository') },
    { label: t('Website'), address: readProjectLink('website') },
    { label: t('Support the project'), address: readProjectLink('support') },
  ];
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
                <Description key={label} label={label}>
                  <a href={address} target="_blank" rel="noreferrer">
                    {address}
                  </a>
                </Description>,
              ],
        )}
      </DescriptionList>
      {/* Created by the build (harness/tools/build/billOfMaterials.ts). */}
      <a href="licenses.txt" target="_blank" rel="noreferrer">
        {t('Third-party licenses')}
      </a>
    </DialogFrame>
  );
}
