/** The texts of moderators and administrators: no other page names them. */
import { learning } from '../../text';

export const learnAdmin = learning({
  de: () => import('../../../generated/text/admin.de.js'),
  en: () => import('../../../generated/text/admin.en.js'),
});
