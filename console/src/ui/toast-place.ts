/**
 * Where notices show: above what lies along the lower edge, so that both can be read and pressed. On a phone windows are there: notices lie
 * above them, too.
 */
export const toastPlace =
  'right-3 bottom-20 left-3 z-60 sm:right-4 sm:left-auto sm:w-96 md:bottom-4 [:root:has([data-covers=bottom])_&]:bottom-44 md:[:root:has([data-covers=bottom])_&]:bottom-22 max-sm:[:root:has([data-window])_&]:top-2 max-sm:[:root:has([data-window])_&]:bottom-auto!'
