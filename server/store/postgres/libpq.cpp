#include <libpq-fe.h>

#include "server/base/loaded_library.hpp"
#include "server/store/error.hpp"

// libpq's functions for this server, each of which calls the library's: the library is loaded when
// the settings name a PostgreSQL. It brings Kerberos and LDAP along.
namespace {

// Throws: StorageError cannot_open.
void* libpq_function(const char* name) {
    static const tanbo::base::LoadedLibrary library("libpq.so.5");
    void* const found = library.find(name);
    if (found != nullptr) return found;
    throw tanbo::store::StorageError(
        tanbo::store::Fault::cannot_open,
        "PostgreSQL needs the library libpq.so.5 (" + library.fault() + "). Install libpq5.");
}

}  // namespace

#define FORWARD(Result, name, parameters, arguments)                                             \
    Result name parameters {                                                                     \
        static const auto function = reinterpret_cast<decltype(&(name))>(libpq_function(#name)); \
        return function arguments;                                                               \
    }

FORWARD(int, PQbackendPID, (const PGconn* conn), (conn))
FORWARD(void, PQclear, (PGresult * res), (res))
FORWARD(char*, PQcmdStatus, (PGresult * res), (res))
FORWARD(char*, PQcmdTuples, (PGresult * res), (res))
FORWARD(PGconn*, PQconnectdbParams,
        (const char* const* keywords, const char* const* values, int expand_dbname),
        (keywords, values, expand_dbname))
FORWARD(void, PQconninfoFree, (PQconninfoOption * connOptions), (connOptions))
FORWARD(PQconninfoOption*, PQconninfoParse, (const char* conninfo, char** errmsg),
        (conninfo, errmsg))
FORWARD(int, PQconsumeInput, (PGconn * conn), (conn))
FORWARD(int, PQenterPipelineMode, (PGconn * conn), (conn))
FORWARD(char*, PQerrorMessage, (const PGconn* conn), (conn))
FORWARD(PGresult*, PQexec, (PGconn * conn, const char* query), (conn, query))
FORWARD(int, PQexitPipelineMode, (PGconn * conn), (conn))
FORWARD(void, PQfinish, (PGconn * conn), (conn))
FORWARD(int, PQflush, (PGconn * conn), (conn))
FORWARD(char*, PQfname, (const PGresult* res, int field_num), (res, field_num))
FORWARD(void, PQfreemem, (void* ptr), (ptr))
FORWARD(Oid, PQftype, (const PGresult* res, int field_num), (res, field_num))
FORWARD(int, PQgetCopyData, (PGconn * conn, char** buffer, int async), (conn, buffer, async))
FORWARD(PGresult*, PQgetResult, (PGconn * conn), (conn))
FORWARD(int, PQgetisnull, (const PGresult* res, int tup_num, int field_num),
        (res, tup_num, field_num))
FORWARD(int, PQgetlength, (const PGresult* res, int tup_num, int field_num),
        (res, tup_num, field_num))
FORWARD(char*, PQgetvalue, (const PGresult* res, int tup_num, int field_num),
        (res, tup_num, field_num))
FORWARD(char*, PQhost, (const PGconn* conn), (conn))
FORWARD(int, PQisBusy, (PGconn * conn), (conn))
FORWARD(int, PQnfields, (const PGresult* res), (res))
FORWARD(PGnotify*, PQnotifies, (PGconn * conn), (conn))
FORWARD(int, PQntuples, (const PGresult* res), (res))
FORWARD(int, PQpipelineSync, (PGconn * conn), (conn))
FORWARD(char*, PQport, (const PGconn* conn), (conn))
FORWARD(int, PQputCopyData, (PGconn * conn, const char* buffer, int nbytes), (conn, buffer, nbytes))
FORWARD(int, PQputCopyEnd, (PGconn * conn, const char* errormsg), (conn, errormsg))
FORWARD(char*, PQresultErrorField, (const PGresult* res, int fieldcode), (res, fieldcode))
FORWARD(char*, PQresultErrorMessage, (const PGresult* res), (res))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult* res), (res))
FORWARD(int, PQsendDescribePrepared, (PGconn * conn, const char* stmt), (conn, stmt))
FORWARD(int, PQsendPrepare,
        (PGconn * conn, const char* stmtName, const char* query, int nParams,
         const Oid* paramTypes),
        (conn, stmtName, query, nParams, paramTypes))
FORWARD(int, PQsendQueryParams,
        (PGconn * conn, const char* command, int nParams, const Oid* paramTypes,
         const char* const* paramValues, const int* paramLengths, const int* paramFormats,
         int resultFormat),
        (conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat))
FORWARD(int, PQsendQueryPrepared,
        (PGconn * conn, const char* stmtName, int nParams, const char* const* paramValues,
         const int* paramLengths, const int* paramFormats, int resultFormat),
        (conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat))
FORWARD(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn * conn, PQnoticeReceiver proc, void* arg),
        (conn, proc, arg))
FORWARD(int, PQsetnonblocking, (PGconn * conn, int arg), (conn, arg))
FORWARD(int, PQsocket, (const PGconn* conn), (conn))
FORWARD(ConnStatusType, PQstatus, (const PGconn* conn), (conn))
FORWARD(PGTransactionStatusType, PQtransactionStatus, (const PGconn* conn), (conn))
