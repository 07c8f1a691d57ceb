#include "policy/policydata.h"

namespace obstat::policy {

bool globMatches(QStringView glob, QStringView name)
{
    qsizetype g = 0;
    qsizetype n = 0;
    qsizetype star = -1; // where the last `*` stands, and up to where it has eaten
    qsizetype eaten = 0;
    while (n < name.size()) {
        if (g < glob.size() && glob[g] == u'*') {
            star = g++;
            eaten = n;
        } else if (g < glob.size() && (glob[g] == u'?' || glob[g] == name[n])) {
            ++g;
            ++n;
        } else if (star >= 0) {
            g = star + 1;
            n = ++eaten;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == u'*')
        ++g;
    return g == glob.size();
}

} // namespace obstat::policy
